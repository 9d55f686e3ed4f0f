// Generated from openapi/ by scripts/types.ts. Do not edit: run npm run generate.
export interface paths {
    "/addresses/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search addresses by partial text
         * @description Ranked addresses for the text that a person has typed so far: words in any order, a postcode or part of it, a
         *     flat, a building name; small typing errors are tolerated. Addresses are grouped by agreement on number, unit and
         *     postcode, and ranked within each group by trigram similarity. A UPRN alone, with the word or without, finds its
         *     home. A text that names nothing yet, such as `flat`, costs nothing. Use addresses.match to resolve one
         *     whole address with its postcode.
         */
        get: operations["addresses.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/match": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve one address to its UPRN
         * @description Compares the address part by part (unit, number, range, suffix, building, street) with every address of the
         *     postcode. If none is acceptable, it tries the outcode and postcodes at edit distance one; without a postcode it
         *     searches the whole list. Read `status` first: `matched` may be used as it is. A number, unit or street that
         *     conflicts is never accepted. If nothing is acceptable, the answer is a free 404 `address_not_found` with the
         *     nearest candidates and their reasons under `candidates`. With a postcode of Northern Ireland, the Isle of Man or
         *     the Channel Islands it is a free 404 `not_in_jurisdiction`.
         */
        post: operations["addresses.match"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/{uprn}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the merged record of a property
         * @description One record from every loaded source: addresses, energy certificates, price-paid sales, postcodes. Fields that a
         *     nation does not have, or that no source records, are null with a reason in `meta.warnings`. With `fields` the
         *     answer has only those fields, `uprn` and `meta`. The kind is that of the certificate, the tenure that of the last
         *     sale; the warning `records_differ` says where valuations.sale takes another from the last sale that counts.
         */
        get: operations["properties.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/valuations/{uprn}/sale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Estimate the sale value of a property
         * @description A cascade of three methods. High: the last sale adjusted by local growth (`last_sold_growth`), combined with
         *     location and floor area. Medium: floor area times local price per square foot (`sqft_estimate`), combined with
         *     location and similar sales. Low: the nearest 7 similar sales (`comparables`), combined with location. A type that is
         *     neither given nor recorded is inferred with its probability (`subject`); the value is then a mixture over the types,
         *     and the interval widens with the uncertainty about the type. The bounds are 90 % and 110 % of the value by
         *     convention; `interval_80` is the measured spread. 404 `insufficient_data`, free, if none of the three can answer,
         *     and 404 `not_a_home`, free, if the address list classes the premises as no home and neither a sale nor a certificate
         *     says otherwise; the warning `not_an_ordinary_home` names homes of a kind that the model is not fitted on.
         */
        get: operations["valuations.sale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/valuations/{uprn}/rental": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Estimate the rent of a property
         * @description A cascade of three methods. First, at least 5 of the operator's own lettings with the same bedrooms nearby, widening
         *     from 250 m (`listing_comparables`: High with at least 10 within 1.3 km and 12 months, otherwise Medium); lettings of
         *     flats for a flat and of houses for a house, by the kind that valuations.sale uses. The warning `records_differ` says
         *     if the certificate has the other kind. Second, the official index of private rents for the authority and bedrooms,
         *     times the square root of the ratio of the local to the authority's price per square foot, limited to 0.75 to 1.35
         *     (`index_local`: Medium; Low if the ratio is not known): medians of full-market sales of 24 months with floor areas,
         *     at least 5 in the postcode sector and 20 in the authority, adjusted to today by the index of valuations.sale. Third,
         *     the rents behind the housing allowance, or the allowance itself divided by 0.92 (`brma_quantile`: Low). The bounds
         *     are the 10th and 90th percentile of those rents, or 20 per cent either way; `back_test` gives their measured error.
         *     404 `insufficient_data`, free, if no method can answer; 422 `bedrooms_required` if neither a certificate nor the
         *     request gives the bedrooms.
         */
        get: operations["valuations.rental"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/valuations/{uprn}/hmo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Estimate the value of a property as a shared home
         * @description What the property would be worth let by the room: the net annual rent of its rooms divided by a yield, and at least
         *     its value as a single home if that is known. Room rents come from the sources of rents.hmo; each rent of the
         *     operator's own lettings is converted to that of a plain double room by the factor of its kind of room. The yield is
         *     `target_yield_pct`, or else the gross yield that rents.yields gives for the UPRN, plus 2 points. `assumptions` lists
         *     every assumption. Licensing: five or more people in England and Wales, three or more unrelated people in Scotland;
         *     below that a council's own scheme may apply, which no loaded source gives. 422 `not_suitable_for_hmo` with fewer
         *     than 3 habitable rooms; 422 `rooms_required` if neither a certificate nor the request gives the rooms.
         */
        get: operations["valuations.hmo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/valuations/development-gdv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the gross development value of a scheme
         * @description What the homes of a scheme would sell for, unit by unit: floor area times the local price per square foot of the
         *     kind of dwelling, times (area divided by the usual area of those sales) to the power of `size_exponent`, since
         *     larger homes sell for less a square foot, times the finish. The ratio of areas counts from 0.4 to 2.5. The price is
         *     the median of at least 5 registered new-build sales of 36 months with floor areas, adjusted to today by the index,
         *     widening up to the outcode or 5 km; the exponent is then -0.2. Otherwise it comes from other sales plus the
         *     new-build premium of the authority, shrunk towards 8 per cent with the weight of 20 sales; if the operator's build
         *     has fitted the place, the price and the exponent of other sales are those of valuations.sale. Bands are the
         *     quartiles of those prices, or 20 per cent either way with fewer than 10 sales; they are added up as if the errors of
         *     all units were the same. A missing area is that of the nationally described space standard of 2015. A given area
         *     outside the usual ones of its type (the warning `unusual_floor_area`) widens the band, as it does in
         *     valuations.sale. Land Registry does not separate bungalows, so they are valued as detached houses. In Scotland,
         *     which has no open sale prices, the average of the UK House Price Index by kind answers, with Low confidence. A line
         *     without evidence is null, and then the whole answer is a free 404 unless allow_partial.
         */
        post: operations["valuations.development_gdv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/valuations/str-estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the revenue of a home as a short let
         * @description What a whole home would earn as a short let, from up to 100 similar listings of Inside Airbnb: whole homes with 5
         *     reviews or more and the same bedrooms or one more or fewer, within 500 m, 1 km, 2 km or else the authority, as soon
         *     as 10 are found. Each is weighted by its similarity, the mean of what is known of both: one half to the power of the
         *     distance in km, of half the difference in guests, and of the difference in bathrooms; 1 for the same bedrooms, else
         *     one half; 1 for the same kind, else 0. A listing's revenue is its nightly price, times the finish, times its nights.
         *     Quantiles place each listing at the middle of its weight and interpolate between them. `adr` is the median revenue
         *     divided by the median nights. Nights are modelled from reviews as in str.market, in Greater London at most the 90 of
         *     its cap. With fewer than 10 comparables the answer is a free 404. `quote: true` says free of charge whether it would
         *     answer, from how many comparables and at what price. Give exactly one of uprn, postcode, or lat with lng; bedrooms
         *     are needed except for a UPRN whose certificate gives its rooms. `monthly` divides the year in proportion to the
         *     comparables' reviews in the last 24 months, at one nightly price; it is empty with fewer than 100 reviews.
         *     Confidence is never High.
         */
        post: operations["valuations.str_estimate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rents/long-term": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rents of whole homes in an area
         * @description Rents of homes let as a whole. At least 5 of the operator's own lettings in the area, or in a wider one, answer
         *     first (`basis` achieved). Otherwise the rents behind the housing allowance answer for the market area, with their
         *     distribution. Otherwise the official index of private rents answers: a mean over all tenancies, not only new ones,
         *     for the local authority, in Scotland for the market area (`basis` index, quantiles null). `meta.geography` names
         *     the area of the answer. With `widen=false` only lettings inside the area itself are used.
         */
        get: operations["rents.long_term"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rents/hmo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rents of rooms in shared homes
         * @description Rents of single rooms. At least 5 of the operator's own lettings of rooms in the area, or in a wider one, answer
         *     by kind of room. Otherwise the rents of shared accommodation behind the housing allowance answer for all rooms
         *     together, since no open source separates kinds of room. The shared accommodation rate of the allowance is given as
         *     well.
         */
        get: operations["rents.hmo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rents/lha": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Local Housing Allowance rates
         * @description The rates of every broad rental market area that the place is in, each with its share of the place's postcodes;
         *     rates are never averaged. Category A is a room in shared accommodation, B to E are one to four bedrooms. A rate
         *     applies from April of its year. `meta.warnings` names years in which rates were frozen.
         */
        get: operations["rents.lha"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rents/yields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rental yields in an area
         * @description Gross yield: twelve times the typical rent divided by the typical price, both for the same area, bedrooms and kind
         *     of dwelling. If they differ, `rent_of` and `price_of` describe each and `meta.warnings` names the difference. Prices
         *     are the median of at least 5 full-market sales; rents come from the sources of rents.long_term. If the two sources
         *     answer for different areas, the wider one is used for both. Rents that ended over 24 months ago are not compared
         *     with today's prices. Scotland has no open sale prices: there the price is the average of the UK House Price Index of
         *     the authority. Bedrooms of sold homes are modelled from energy certificates. With price_basis=asking the price is
         *     the median of the operator's current listings for sale, with the bedrooms that they state: those under offer or sold
         *     subject to contract count too, withdrawn ones do not. `low` and `high` are the yields at the lower and upper
         *     quartile of rent.
         */
        get: operations["rents.yields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rents/demand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Demand for rented homes in an area
         * @description How fast homes let. The market figures come from the operator's own lettings, price reductions from the operator's
         *     listings. Without lettings all of them come from the history of the listings; without either they are null. There
         *     are no open listings. `proxies` gives what open data say about demand: the growth of rents by the official index,
         *     and the difference between the market rent and the housing allowance. Private renters and licences are figures of
         *     the whole local authority. Inventory below 4 months favours landlords, above 6 tenants. `demand_index` is the rank
         *     of the area's rent growth among all areas of the index; 100 is the strongest.
         */
        get: operations["rents.demand"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search listings
         * @description Homes advertised for sale or to let in the feeds that the operator loaded. There are no open listings, so without a
         *     feed the answer is 404 `source_not_loaded`, free. A location is optional and never widened. A listing keeps its
         *     history of price and status between loads; a listing that its agent's feed no longer has is `withdrawn` and found
         *     by that status only. The rent of a home for sale, and its gross yield, are by the mean of its authority, in
         *     Scotland of its broad rental market area, for its bedrooms by the official index: a first filter, not a valuation.
         *     Rents are compared by the month.
         */
        get: operations["listings.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/str/market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Short lets in an area
         * @description Nightly price, occupancy and revenue of the short lets of an area, from listings of Inside Airbnb, for the cities
         *     that are loaded; elsewhere 404 `not_covered`, free. Occupancy is modelled from reviews: two stays for each review
         *     of the last twelve months, each of three nights or the minimum stay if that is longer, at most 255 nights a year.
         *     Statistics use at least 10 listings with 5 reviews or more and a price between the 1st and 99th percentile of
         *     their kind in their city; the area is widened in steps to reach 10. Confidence is never High, and Low with
         *     the warning `old_source` where the newest visit is over a year old. Positions are blurred by up to 150
         *     m, so small areas are approximate. The data do not distinguish booked from blocked nights. With a number of
         *     bedrooms, only listings that state their bedrooms are counted.
         */
        get: operations["str.market"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/location/schools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Schools nearby
         * @description Schools around a place, nearest first, from the registers of the three nations, each with its own identifiers.
         *     Distances are straight lines from the place, not catchments. They are measured from the centre of a postcode,
         *     sector or outcode; a polygon is answered with the schools inside it. Ofsted's overall grades ended in September
         *     2024 and its report cards since November 2025 grade areas only, so `overall` is null for both. Wales and Scotland
         *     publish no grades. A nation whose register is not loaded is answered with 404, free.
         */
        get: operations["location.schools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/location/infrastructure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Amenities, transport and broadband nearby
         * @description Amenities around a place by category, with their number, the nearest and the first few, and the broadband of the
         *     place. Distances are straight lines; walking minutes assume 80 metres a minute along them. If a source gives only
         *     a postcode, its centre is used. OpenStreetMap data are in a separate block under their own licence (ODbL,
         *     share-alike) and are never merged with the rest. A polygon is answered with the amenities inside it.
         */
        get: operations["location.infrastructure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/risks/{uprn}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Environmental risks of a property
         * @description Flooding, erosion, radon, coal mining, landfill, noise and air quality at the point of a property, read from the
         *     publishers' maps. None of these maps is made for single properties, and their publishers say so:
         *     `property_specific` is always false. `none` is answered only inside the area that a loaded map covers. If no map
         *     is loaded, or a nation has none, the level is null with its reason and the type is not charged.
         */
        get: operations["risks.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prices/{uprn}/comparables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sales comparable with a property
         * @description Registered sales around a property, most alike first, with the parts of their similarity, prices carried to
         *     today, and where the property stands among them. Its own sales are left out. Needs 3 sales; the radius
         *     grows to 5 km until 10 are found, whatever `limit` is. 404 `insufficient_data`, free, below 3. The warning
         *     `records_differ` says where the certificate has another kind than the last sale, by which the property is compared
         *     and valued.
         */
        get: operations["prices.comparables_by_uprn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prices/comparables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Comparable sales in an area
         * @description Registered sales in an area with distance, floor area, price adjusted to today, and similarity to the request.
         *     Name a kind of dwelling: without one, an area with more than 5,000 sales in the period is refused as
         *     `query_too_broad`. Sales below £10,000 or above £20,000,000, and those of neither a house nor a flat, are left out
         *     unless `property_type=other` asks for them. For sales similar to one property use prices.comparables_by_uprn.
         */
        get: operations["prices.comparables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prices/market": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Prices of an area
         * @description Distribution of prices and prices per square foot of registered sales, by kind and tenure, with the number of
         *     sales, growth and history. Growth comes from an index, never from raw medians. Sales below £10,000 or above
         *     £20,000,000, those of neither a house nor a flat, unless `property_type=other` asks for them, and those at one price
         *     that is registered beside several homes are left out and counted in the warning `odd_sales`. Statistics need 5 sales.
         *     If the area has fewer, a wider one answers unless `widen=false`, and `meta.geography` names it. The newest three
         *     months are provisional, since sales are registered late. Scotland has no open sale prices: 404 `not_in_jurisdiction`.
         */
        get: operations["prices.market"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/location/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Profile of an area
         * @description People, homes, deprivation, crime, council tax and broadband of the small areas that a place is in. Every section
         *     has its own geography, date and source, the authority and the nation to compare with, and a reason if it is null.
         *     A place that covers part of a small area takes the share of its postcodes. One without a live postcode has the
         *     figures of the nearest of its authority. Deprivation of different nations is never compared.
         *     Crime positions are approximate, and rates are of twelve whole months; no source gives Scottish crime by small
         *     area.
         */
        get: operations["location.profile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/planning/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Planning applications nearby
         * @description Applications around a place, newest first. `coverage` names for the authority of the place the loaded sources,
         *     when they were last retrieved and the date of their newest application. A recent retrieval does not prove that
         *     applications are recent. A covered place without applications gives an empty list. Where the place's authority is
         *     not loaded, applications of its neighbours that lie in the place are answered, with the warning `partly_covered`;
         *     without any, or where the loaded ones end before the period, it is 404 `not_covered`, free. Names of applicants and
         *     agents are neither loaded nor answered.
         */
        get: operations["planning.applications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/planning/hmo-register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Licensed houses in multiple occupation nearby
         * @description Entries of councils' registers of licensed houses in multiple occupation around a place, nearest first. A home that
         *     is in no loaded register may still be licensed. A covered place without entries gives an empty list. Where the
         *     register of the place's authority is not loaded, entries of its neighbours' that lie in the place are answered,
         *     with the warning `partly_covered`; without any it is 404 `not_covered`, free. Selective licences, which are of
         *     ordinary rented homes, are listed and counted too, and the warning `selective_licences` tells their number. Names
         *     of licence holders are neither loaded nor answered. The register of Wales lists landlords, not houses.
         */
        get: operations["planning.hmo_register"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/property/title/{title_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Company ownership of a title
         * @description Proprietors of a registered title in England or Wales, if they are companies: HM Land Registry publishes only
         *     those. A title that is in none of the loaded files is 404 `title_not_in_open_data`. It may still exist: most
         *     titles belong to persons, whom no open file names. Scotland has no such file.
         */
        get: operations["titles.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the account and the key
         * @description Plan, credits and rate limit of the calling key; a parent key also sees its sub-keys. Free.
         */
        get: operations["account.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show usage per endpoint
         * @description Calls, credits and errors per endpoint, day or key. Calls through MCP are counted under the same endpoint names. A
         *     parent key sees its whole account, a sub-key only itself. Counters other than credits may lag by a second.
         */
        get: operations["account.usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what is loaded and ready
         * @description Datasets with release and freshness, and for each operation how ready it is in each nation. Free.
         */
        get: operations["status.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask one operation for many inputs
         * @description Each input holds the parameters of the operation by name, also those of its path and body. JSON has up to 1,000
         *     inputs and the name of the operation; NDJSON or CSV (its header names parameters) has any number of inputs, with the
         *     operation in the query. The answer is NDJSON, or CSV with `Accept: text/csv`: one line for each input, in their
         *     order, sent as the inputs arrive: read while you send. An input may have a `ref`, a text of your own of up to 200
         *     characters; its line repeats it. In CSV each value of an answer has its own column, named by its path with
         *     underscores (`match_uprn`), or `body_status` if a line has the same name; lists and `meta` are JSON text in one
         *     column. A line that cannot be read, is longer than 64 KB or is refused costs nothing and does not affect the others.
         *     Nor does one that the database could not answer or charge (503 `unavailable`). Bodies are UTF-8, with or without a
         *     byte order mark, and not compressed.
         *
         *     Each answered input is charged as a single call would be. With an `Idempotency-Key`, an input that was charged under
         *     the same key and index within 24 hours is answered again, free. If you disconnect, lines written to your connection
         *     stay charged; the last of them are free to repeat within 60 seconds. A batch counts as one request against the limit
         *     of the key. Its inputs have a limit of their own, 2,000 times as high, and wait if it is reached. Four batches of a
         *     key run at once, sixteen of a key with its sub-keys. Not a tool.
         */
        post: operations["batch.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/properties/within": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List every home in a polygon
         * @description Each address that is loaded with a position in a polygon or multipolygon, in the order of their UPRNs. A home on a
         *     boundary may count as inside or outside. `count=true` tells only their number, free. Each page has its price; a job
         *     with the same polygon asks another operation of every home. `Link` is the address of the next page, to which the same
         *     body is sent.
         */
        post: operations["properties.within"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs of the account
         * @description The jobs of the account that are not deleted yet, newest first.
         */
        get: operations["jobs.list"];
        put?: never;
        /**
         * Start a job
         * @description One operation for many inputs, answered in the background: for lists that take longer than a connection should stay
         *     open, and for every home of an area. The inputs have the forms of a batch: JSON with up to 1,000 `items`, or NDJSON
         *     or CSV with the operation in the query. In JSON, `area` replaces `items`: each loaded address in a polygon, an
         *     outcode or an authority is an input of an operation that takes a UPRN, with the same `parameters` for each. A job
         *     has at most 200,000 inputs.
         *
         *     `quote` gives the number of inputs and the most that they can cost, free, and starts nothing. Each answered input is
         *     charged as a single call would be. The job stops before the input that would exceed `credit_ceiling`, which is by
         *     default the most that the inputs can cost. To continue a job that ended early, start another with the inputs from
         *     `items_done` on or, for an area, with `after_uprn`; `most_homes` divides a large area. With an `Idempotency-Key` a
         *     repetition returns the same job. An account has at most 100 unfinished jobs. Jobs and their results are deleted
         *     seven days after they end.
         */
        post: operations["jobs.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the state of a job
         * @description How far a job is and what it was charged. A job of another account does not exist.
         */
        get: operations["jobs.get"];
        put?: never;
        post?: never;
        /**
         * Delete a job with its results
         * @description Cancels an unfinished job. What was charged stays charged. The `Idempotency-Key` of its start is free again: a
         *     repetition of the start begins another job, with charges of its own.
         */
        delete: operations["jobs.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a job
         * @description The job answers no further input. Answered inputs stay charged and can be read. A job that has ended does not
         *     change.
         */
        post: operations["jobs.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the results of a job
         * @description One line for each answered input, in their order, in the form of a batch, as NDJSON or CSV. GeoJSON has a feature
         *     for each input, with the columns of CSV as its properties. Its geometry is the position of the answer; if answers
         *     have none, as in valuations, it is that of the home, or the middle of its postcode if only that is known, or else
         *     null. Parquet is GeoParquet 1.1, with the columns of CSV, each of its own type (a day is a DATE), and geometry. The
         *     `ref` of a home of an area is its UPRN. A job that is not done gives the lines so far: `X-Job-State` is its state,
         *     and `from` continues after the last line that you read. The notices of the licences of the lines are in
         *     `X-Licences`, in the member `licences` of GeoJSON and in the metadata of that key in Parquet. A key fetches at most
         *     eight files of results at once, sixteen with its sub-keys.
         */
        get: operations["jobs.results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/jobs/{id}/notice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the notices of the results of a job
         * @description NOTICE.txt, to keep beside the file of the results: each licence of the lines so far, and of the positions that
         *     GeoJSON and Parquet add to them, with its sources and the words that it requires to be shown.
         */
        get: operations["jobs.notice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tiles/{layer}/{z}/{x}/{y}.mvt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a vector tile of the loaded data
         * @description One square of the map as a Mapbox vector tile, version 2, with the layer of the requested name. 204 if the square has
         *     nothing of the layer. At most 4,000 points, or areas of 60,000 corners together, are shown, and 500 kB: a tile that
         *     leaves out more has a second layer, `left_out`, with the square as its one polygon, and in its properties the `layer`
         *     and how many of its features are `shown`. A map can draw it as a `source-layer` of its own, and show all further in.
         *     `ETag` changes with every load, every build and every month, and that of areas every day, since they begin and end on
         *     one. Free, with a separate limit of twenty times the key's.
         *     For maps: neither a tool nor in the client.
         */
        get: operations["tiles.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what loads changed
         * @description Every record that a load inserted, changed or removed since a cursor, in the order in which it became visible. Ask
         *     with the cursor of the last answer: no change is missed or repeated, even while a load is published. The answer is a
         *     page of JSON or, with `Accept: application/x-ndjson` or `text/csv`, one change a line with the cursor in
         *     `X-Next-Cursor`.
         *
         *     A first load, a load of more than a million changes and a load of a dataset without keys, such as areas, is one
         *     `reset`: read the dataset again. A reader of one area also receives the resets, and the changes that move a record
         *     out of it: `was_uprn`, `was_postcode` and `was_authority_code` name its former place. Changes are stored for 400
         *     days. An older cursor, or one beyond the end of the feed, is answered 410 `cursor_expired`, with the newest cursor
         *     in `X-Next-Cursor`: read the datasets again and continue from it. Free; each page counts as one request against the
         *     limit of the key. Not a tool.
         */
        get: operations["changes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the watches of the account
         * @description Oldest first. Free. Not a tool.
         */
        get: operations["watches.list"];
        put?: never;
        /**
         * Watch a home or a place
         * @description Reports to a webhook the events in exactly one UPRN, postcode, outcode or polygon. After each published load the
         *     watch sends at most one message, with up to 100 events and their number; if matching a load takes minutes, it may
         *     send one for each part. `planning` on a UPRN or a postcode means applications within `near_m` of it. A watch names
         *     its purpose and its last day. An account may have 10,000. The same request again returns the existing watch, so you
         *     can repeat it if its answer was lost. Free. Not a tool.
         */
        post: operations["watches.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/watches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a watch
         * @description Free. Not a tool.
         */
        get: operations["watches.get"];
        put?: never;
        post?: never;
        /**
         * Delete a watch
         * @description Messages that already wait are still sent. Free. Not a tool.
         */
        delete: operations["watches.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the endpoints of the account
         * @description Oldest first. Free. Not a tool.
         */
        get: operations["webhooks.list"];
        put?: never;
        /**
         * Add an endpoint for messages
         * @description Messages have the form of Standard Webhooks, see the guide. The answer shows the secret once. The endpoint is an
         *     https address with a name on the public internet, on port 443 or above 1023. An account may have 20. A request whose
         *     answer was lost can be repeated with its `Idempotency-Key`: the answer is the same endpoint with its secret. Free.
         *     Not a tool.
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an endpoint
         * @description Free. Not a tool.
         */
        get: operations["webhooks.get"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint
         * @description Its watches and deliveries are deleted with it. Free. Not a tool.
         */
        delete: operations["webhooks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an endpoint a new secret
         * @description Messages are signed with the new secret and with those before it for 24 hours, so you can repeat a rotation if its
         *     answer was lost; four secrets sign at most. The answer shows the new one once. Free. Not a tool.
         */
        post: operations["webhooks.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/switch-on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an endpoint on again
         * @description A 410 or the last failure of a message switched it off. Messages that still wait for it get all their attempts
         *     again; later events are in `GET /changes`. Free. Not a tool.
         */
        post: operations["webhooks.switch_on"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message of type webhook.test
         * @description It is delivered like all others. Free. Not a tool.
         */
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of an endpoint
         * @description Newest first; stored for 30 days. Free. Not a tool.
         */
        get: operations["webhooks.deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description The same message with the same `webhook-id` and a new timestamp, with all its attempts. Free. Not a tool.
         */
        post: operations["webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What a call would be answered from and what it would cost, in place of its answer: given with `quote=true`, free.
         *     Nothing of the answer itself is in it.
         */
        Quote: {
            /**
             * @description Tells a quote from an answer.
             * @constant
             */
            quote: true;
            /** @description Operation that was asked, such as prices.market. */
            operation: string;
            /** @description Whether the same call without quote would be answered. */
            would_answer: boolean;
            /** @description Credits that the answer would cost; 0 if there would be none. */
            credits: number;
            /** @description Records that were found; null if none are counted. */
            sample_size: number | null;
            /** @description Records that the answer needs. */
            minimum_sample: number | null;
            /** @description Why there would be no answer. */
            reason: components["schemas"]["ErrorCode"] | null;
            /** @description The same in a sentence. */
            message: string | null;
            /** @description Area, period, sources and confidence of the answer; of its warnings those that give a reason for null. */
            meta: components["schemas"]["Meta"];
        };
        /** @description The same answer, or the same quote, with meta=lean: what is null or empty within lists and groups is left out, as are a period that is that of meta, and a `provisional`, `property_specific`, `nearest_complete`, `and_more` or `rent_and_more` that is false. */
        LeanAnswer: {
            meta: components["schemas"]["LeanMeta"];
        } & {
            [key: string]: unknown;
        };
        /** @description The same answer with exclude_licences: what is left out is null, and a warning licence_excluded names it. */
        LicensedAnswer: {
            /** @description The terms that were named. */
            excluded_licences: string[];
            /** @description Number of rows left out of the list, on all its pages. */
            rows_left_out: number;
            meta: components["schemas"]["Meta"];
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Nation of Great Britain.
         * @enum {string}
         */
        Country: "England" | "Wales" | "Scotland";
        /**
         * @description source = a source gives this postcode; otherwise street = that of the nearest home in the street, position = the nearest postcode.
         * @enum {string}
         */
        PostcodeFrom: "source" | "street" | "position";
        /**
         * @description Where the coordinates are from: recorded = of the item itself; postcode = the middle of its postcode; blurred = moved by its publisher; null = none is known.
         * @enum {string|null}
         */
        Position: "recorded" | "postcode" | "blurred" | null;
        /** @description An address that resembles the query. */
        SearchResult: {
            /** @description Unique Property Reference Number. */
            uprn: number;
            /** @description Full address, upper case. */
            address: string;
            /** @description Postcode with its space. */
            postcode: string;
            postcode_from: components["schemas"]["PostcodeFrom"];
            /** @description WGS84 degrees north; null where no position is known. */
            latitude: number | null;
            /** @description WGS84 degrees east; null where no position is known. */
            longitude: number | null;
            position: components["schemas"]["Position"];
            /** @description Trigram similarity of query and address; 1 where the query is the UPRN. */
            score: number;
            /**
             * @description exact = every word as typed; prefix = the last word or number is unfinished; fuzzy = a word was corrected or left out, or the number, the flat or the postcode is another.
             * @enum {string}
             */
            match_type: "exact" | "prefix" | "fuzzy";
            /** @description Nation of the address; null where its postcode is in no loaded directory. */
            country: components["schemas"]["Country"] | null;
        };
        /**
         * @description How much evidence supports the answer.
         * @enum {string}
         */
        Confidence: "High" | "Medium" | "Low";
        /**
         * @description What kind of figure it is.
         * @enum {string}
         */
        Basis: "achieved" | "asking" | "index" | "model" | "register" | "proxy";
        /** @description The area that was asked for and the area that answered. */
        Geography: {
            /** @description The location as it was asked for. */
            requested: string;
            /** @description The area whose records answered. */
            used: string;
            /**
             * @description Kind of the area used.
             * @enum {string}
             */
            level: "uprn" | "postcode" | "sector" | "outcode" | "radius" | "polygon" | "brma" | "local_authority" | "region" | "country";
            /** @description Radius in metres, if the area is a circle. */
            radius_m: number | null;
            /** @description True if the requested area had too few records. */
            widened: boolean;
            /** @description The narrower area that fell short, where widened. */
            widened_from: string | null;
        };
        /**
         * @description How far a value lies beyond the last published month of an index. After 6 months the value loses a class of
         *     confidence; after 18 it is refused.
         */
        CarriedIndex: {
            /** @description Index that was carried. */
            index: string;
            /** @description Area whose index it is. */
            area: string;
            /** @description Last published month, YYYY-MM. */
            last_month: string;
            /** @description Months carried past it. */
            months: number;
        };
        /** @description A loaded dataset that took part in the answer. */
        Source: {
            /** @description Identifier of the dataset. */
            id: string;
            /** @description Name of the dataset. */
            name: string;
            /** @description Who publishes it. */
            publisher: string;
            /** @description Terms under which it may be used. */
            licence: string;
            /** @description Rows that are served, of all its loads. */
            rows: number;
            /** @description Release that most of the rows served are of, as its publisher names it; of several, the newest. */
            release: string | null;
            /** @description The releases that the rows served are of, the three with the largest shares, the newest first of those that are equal. */
            releases: {
                /** @description Name of the release; null if unknown. */
                release: string | null;
                /** @description Share of the rows served, per cent. */
                share_pct: number;
            }[];
            /**
             * Format: date
             * @description Date of the newest record that is served.
             */
            newest_record: string | null;
            /**
             * Format: date-time
             * @description When this operator loaded the newest of what is served.
             */
            retrieved_at: string;
            /** @description Words that its licence asks to be shown. */
            attribution: string;
        };
        /** @description What a licence requires of users of the answer. */
        LicenceNotice: {
            /** @description The terms. */
            licence: string;
            /** @description Texts that must be shown, each once. */
            attributions: string[];
            /** @description The sources that are under them. */
            sources: string[];
        };
        /** @description Whether a source covers a place. */
        Coverage: {
            /** @description Identifier of the dataset. */
            source: string;
            /** @description Nation that the statement is about. */
            country: components["schemas"]["Country"] | null;
            /** @description Authority or other area, where narrower than the nation. */
            area: string | null;
            /**
             * @description What the source has for the place.
             * @enum {string}
             */
            status: "covered" | "partial" | "not_covered" | "not_loaded";
            /** @description Explanation in a sentence. */
            note: string | null;
        };
        /**
         * @description Why a value is null.
         * @enum {string}
         */
        NullReason: "not_covered" | "not_in_jurisdiction" | "not_recorded" | "not_measured" | "insufficient_sample" | "source_not_loaded";
        /**
         * @description A caution about the answer, or the reason why a field is null. `parameter_ignored` names a parameter of the request
         *     that has no effect beside the others; the header X-Ignored-Parameters lists them, for files too.
         */
        Warning: {
            /** @description Stable code; for a null field the reason why it is null. */
            code: components["schemas"]["NullReason"] | string;
            /** @description The field it is about, if it is about one. */
            field: string | null;
            /** @description The caution in a sentence. */
            message: string;
        };
        /** @description How the answer came about. */
        Meta: {
            /** @description Identifier of the request, as in X-Request-Id. */
            request_id: string;
            /**
             * Format: date
             * @description Day to which the answer applies, of UTC.
             */
            as_of: string;
            /** @description Period of the records used: the one asked for, or their first and last day; null where the answer is of no period: a value on `as_of`, a register as it stands, a search. */
            period: {
                /**
                 * Format: date
                 * @description First day.
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                to: string;
            } | null;
            /** @description Number of records behind the answer. */
            sample_size: number | null;
            /** @description Number of records that the statistic needs. */
            minimum_sample: number | null;
            /** @description How much evidence supports the answer. Of a period that is known in part it is a class lower, and Low where most of it is not known. */
            confidence: components["schemas"]["Confidence"] | null;
            /** @description What kind of figure it is. */
            basis: components["schemas"]["Basis"] | null;
            /** @description Area asked for and area used. */
            geography: components["schemas"]["Geography"] | null;
            /** @description The index that was carried farthest past its last published month; null if none was. */
            carried: components["schemas"]["CarriedIndex"] | null;
            /** @description True if the fictional country answers; the header X-Fictional-Country says so too. */
            fictional: boolean;
            /** @description Name of what is served: it changes with every load and build. One that a build recorded can be asked for by `release`. */
            dataset_release: string;
            /** @description Loaded datasets that took part. */
            sources: components["schemas"]["Source"][];
            /** @description The notices of the sources, merged: one for each licence. */
            licences: components["schemas"]["LicenceNotice"][];
            /** @description What the sources cover here, if that matters. */
            coverage: components["schemas"]["Coverage"][];
            /** @description Cautions and reasons for null. */
            warnings: components["schemas"]["Warning"][];
        };
        /** @description Ranked addresses. */
        SearchResults: {
            /** @description Best first. */
            results: components["schemas"]["SearchResult"][];
            /** @description Number of results returned. */
            count: number;
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Stable code of an error. The message may change, the code does not.
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "unknown_field" | "location_required" | "multiple_locations" | "geometry_invalid" | "query_too_broad" | "bedrooms_required" | "rooms_required" | "not_suitable_for_hmo" | "invalid_key" | "credits_exhausted" | "key_cap_reached" | "unknown_path" | "method_not_allowed" | "address_not_found" | "uprn_not_found" | "postcode_not_found" | "postcode_terminated" | "cursor_expired" | "watch_not_found" | "webhook_not_found" | "delivery_not_found" | "webhook_off" | "key_changed" | "limit_reached" | "insufficient_data" | "not_a_home" | "not_in_jurisdiction" | "not_covered" | "title_not_in_open_data" | "job_not_found" | "source_not_loaded" | "release_not_kept" | "licence_excluded" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "too_many_jobs" | "idempotency_key_reused" | "idempotency_key_in_use" | "internal_error" | "overloaded" | "unavailable";
        /** @description How one part of the address compares. */
        FieldReason: {
            /**
             * @description Part of the address.
             * @enum {string}
             */
            field: "unit" | "number" | "building" | "street" | "locality" | "town" | "postcode" | "relation";
            /**
             * @description missing_in_query = only the listed address has it; missing_in_list = only the query has it; missing = one of them lacks it; conflict = they differ.
             * @enum {string}
             */
            outcome: "exact" | "equivalent" | "partial" | "missing" | "missing_in_query" | "missing_in_list" | "conflict";
        };
        /** @description Another candidate. */
        Alternative: {
            /** @description Unique Property Reference Number. */
            uprn: number;
            /** @description Full address, upper case. */
            address: string;
            /** @description Postcode with its space. */
            postcode: string;
            /** @description Probability that this is the right UPRN. */
            confidence: number;
            /** @description How the parts of the address compare. */
            reasons: components["schemas"]["FieldReason"][];
        };
        /** @description Body of every answer that is not a 2xx. */
        Error: {
            /** @description What went wrong. */
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description Cause and remedy in a sentence or two, for a person. */
                message: string;
                /** @description HTTP status, repeated. */
                status: number;
                /** @description One entry for each offending field or further fact. */
                details: {
                    /** @description Parameter or body field, null for the request. */
                    field: string | null;
                    /** @description What is wrong with it. */
                    issue: string;
                }[];
                /** @description Of addresses.match alone: the nearest addresses, none of which is believed, best first. */
                candidates?: components["schemas"]["Alternative"][];
                /** @description Identifier of the request, as in X-Request-Id. */
                request_id: string;
                /** @description Seconds to wait before trying again. */
                retry_after_s?: number;
                /** @description Where this code is explained; absolute if the server knows its address. */
                docs_url: string;
            };
        };
        /** @description An address to resolve. */
        MatchRequest: {
            /** @description Free text, with or without the postcode. */
            address: string;
            /** @description UK postcode; case, spaces and hyphens do not matter. Without it the one in the address is read, and without any the whole list is searched. */
            postcode?: string;
        };
        /** @description The best UPRN for the address. */
        Match: {
            /** @description Unique Property Reference Number. */
            uprn: number;
            /** @description Full address, upper case. */
            address: string;
            /** @description Postcode with its space. */
            postcode: string;
            postcode_from: components["schemas"]["PostcodeFrom"];
            /** @description WGS84 degrees north; null where no position is known. */
            latitude: number | null;
            /** @description WGS84 degrees east; null where no position is known. */
            longitude: number | null;
            position: components["schemas"]["Position"];
            /** @description The spelling of this address that was compared, upper case; a home may have several. */
            matched_spelling: string;
            /** @description UPRN of the building that this one is part of; null where the address list gives none. */
            parent_uprn: string | null;
            /** @description Class of the premises as the address list gives it, such as RD04; null where it gives none. */
            classification: string | null;
            /** @description Probability that this is the right UPRN; at parent_only, that this is the building of the address. */
            confidence: number;
        };
        /** @description Best match and its rivals. */
        MatchResult: {
            match: components["schemas"]["Match"];
            /** @description Other candidates, best first, each with a UPRN of its own. */
            alternatives: components["schemas"]["Alternative"][];
            /**
             * @description ambiguous = a rival is as good; parent_only = the building was found, its flat was not given or not known.
             * @enum {string}
             */
            status: "matched" | "ambiguous" | "parent_only";
            /**
             * @description full_postcode = the match has the postcode that was given; postcode_prefix = one of the same outcode; address = no postcode was given, or another was meant.
             * @enum {string}
             */
            matched_on: "full_postcode" | "postcode_prefix" | "address";
            /** @description Postcode of the match if it differs from the given one; null if it is the same or none was given. */
            postcode_corrected: string | null;
            /** @description True where a rival is too close to tell apart. */
            ambiguous: boolean;
            /** @description Confidence of the match minus that of the best rival; null without a rival. */
            runner_up_gap: number | null;
            /** @description How the parts of the address compare. */
            reasons: components["schemas"]["FieldReason"][];
            /** @description The input as it was compared. */
            normalised_input: {
                /** @description Address, upper case, without its postcode. */
                address: string;
                /** @description Postcode with its space; null where none was given. */
                postcode: string | null;
            };
            meta: components["schemas"]["Meta"];
        };
        /** @description Unique Property Reference Number, 1 to 12 digits. */
        Uprn: string;
        /** @description Position of the property. */
        Location: {
            /** @description WGS84 degrees north. */
            lat: number;
            /** @description WGS84 degrees east. */
            lng: number;
        };
        /**
         * @description Kind of dwelling.
         * @enum {string}
         */
        PropertyType: "detached" | "semi_detached" | "terraced" | "flat" | "bungalow" | "other";
        /**
         * @description Legal estate. Scottish property is owned outright and is given as Freehold if a source says so.
         * @enum {string}
         */
        Tenure: "Freehold" | "Leasehold";
        /** @description The newest energy performance certificate, by its day of lodgement. Of several of one day it is that with the highest number, which need not be the last one lodged: their times are not loaded. */
        EnergyPerformance: {
            /** @description Energy rating letter A to G. */
            current_rating: string | null;
            /** @description Letter after the recommended improvements. */
            potential_rating: string | null;
            /** @description Energy efficiency score, 1 to 100 and above. */
            score: number | null;
            /**
             * Format: date
             * @description Day of the inspection.
             */
            inspected_on: string | null;
            /**
             * Format: date
             * @description Ten years after lodgement.
             */
            expires_on: string | null;
            /** @description Number on the register. */
            certificate_number: string | null;
        };
        /**
         * @description Kind of designation.
         * @enum {string}
         */
        DesignationType: "conservation_area" | "listed_building" | "scheduled_monument" | "green_belt" | "area_of_outstanding_natural_beauty" | "site_of_special_scientific_interest" | "ancient_woodland" | "tree_preservation_order";
        /** @description A designated area as published. */
        DesignatedArea: {
            /** @description Kind under which it was loaded, such as listed-building-outline. */
            kind: string;
            /** @description Identifier that its publisher gives it. */
            reference: string | null;
            /** @description Name. */
            name: string | null;
            /** @description Grade or class, such as II of a listed building. */
            band: string | null;
            /**
             * Format: date
             * @description Day of the designation.
             */
            designated_on: string | null;
        };
        /** @description One kind of designation at a home. */
        Designation: {
            type: components["schemas"]["DesignationType"];
            /** @description Whether the home's point is in such an area; false only if the loaded areas cover its place, otherwise null with a reason, also for listed buildings that are loaded as points without outlines. */
            inside: boolean | null;
            /** @description The areas that contain the point, smallest first. */
            areas: components["schemas"]["DesignatedArea"][];
            /** @description The nearest of the loaded areas within 5 km, by its edge; null if there is none. */
            nearest: {
                /** @description Metres from the home's point to the area, 0 within it. */
                distance_m: number;
                /** @description Kind under which it was loaded. */
                kind: string;
                /** @description Identifier that its publisher gives it. */
                reference: string | null;
                /** @description Name. */
                name: string | null;
                /** @description Grade or class. */
                band: string | null;
                /**
                 * Format: date
                 * @description Day of the designation.
                 */
                designated_on: string | null;
            } | null;
            /** @description True if the loaded areas cover every authority with a postcode within that distance, or within 5 km if `nearest` is null; if false, an area that is not loaded may be nearer. */
            nearest_complete: boolean;
            /** @description Identifier of the dataset; null if it is not loaded. */
            source: string | null;
            /** @description Why it is not known whether the point is in such an area. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description A local authority. */
        Authority: {
            /** @description GSS code. */
            code: string;
            /** @description Name, if a loaded source gives it. */
            name: string | null;
        };
        /** @description One registered sale. */
        Sale: {
            /** @description Identifier of the sale as its publisher writes it in the price paid file, upper case in braces. */
            transaction_id: string;
            /**
             * Format: date
             * @description Date of the deed.
             */
            date: string;
            /** @description Price paid, pounds. */
            price: number;
            property_type: components["schemas"]["PropertyType"];
            /** @description Estate that was sold. */
            tenure: components["schemas"]["Tenure"] | null;
            /** @description True for the first sale of a new building. */
            new_build: boolean;
            /**
             * @description standard = full market value to a private buyer; additional = repossessions, buy-to-lets, companies.
             * @enum {string}
             */
            category: "standard" | "additional";
            /**
             * @description Why no value, statistic or comparable counts the sale, in the transactions of a property; null where they do. sold_together = one price that is registered beside several homes, probably the total of all.
             * @enum {string|null}
             */
            left_out?: "price_below_usable" | "price_above_usable" | "not_a_house_or_flat" | "sold_together" | null;
        };
        /** @description Where the value of one field came from. */
        FieldProvenance: {
            /** @description Identifier of the dataset. */
            source: string;
            /** @description Its release; null if unknown. */
            release: string | null;
            /**
             * Format: date
             * @description Day to which the value belongs; null if it has none.
             */
            observed_at: string | null;
            /**
             * @description recorded = as published; derived = by a rule; modelled = an estimate.
             * @enum {string}
             */
            method: "recorded" | "derived" | "modelled";
            confidence: components["schemas"]["Confidence"];
        };
        /**
         * @description The merged record. With `fields` the record has only the named fields, `uprn` and `meta`. A field with
         *     `x-dataset` is the column of its name in the newest row that this dataset has for the home.
         */
        Property: {
            /** @description The UPRN asked for, without leading zeros. */
            uprn: string;
            /** @description Full address, upper case. */
            address?: string;
            /** @description Postcode with its space. */
            postcode?: string;
            /** @description Position; null if no source gives one. */
            location?: components["schemas"]["Location"] | null;
            /** @description Nation. */
            country?: components["schemas"]["Country"] | null;
            /** @description Kind of dwelling. */
            property_type?: components["schemas"]["PropertyType"] | null;
            /** @description Attachment, such as mid-terrace or end-terrace. */
            build_form?: string | null;
            /** @description Total floor area, square feet. */
            floor_area_sqft?: number | null;
            /** @description Total floor area, square metres. */
            floor_area_sqm?: number | null;
            /** @description Number of habitable rooms. */
            habitable_rooms?: number | null;
            /** @description Number of bedrooms, modelled from the habitable rooms. */
            bedrooms?: number | null;
            /** @description Estate of the last sale. */
            tenure?: components["schemas"]["Tenure"] | null;
            /** @description Band of building years as the certificate gives it: first-last, such as 1930-1949; before 1900 or 2012 onwards, where it is open at one end; or a single year, such as 2008. */
            construction_age?: string | null;
            /** @description Newest energy certificate. */
            epc?: components["schemas"]["EnergyPerformance"] | null;
            /** @description Plot in square metres, from the land parcel around its point; null for flats, where several homes share the parcel, and in Scotland. */
            plot_size?: number | null;
            /** @description Whether its point is in flood zone 2 of the planning system of England or Wales, or in the likelier zone 3; null in Scotland. */
            flood_zone_2?: boolean | null;
            /** @description Whether its point is in flood zone 3 of the planning system of England or Wales; null in Scotland. */
            flood_zone_3?: boolean | null;
            /** @description Whether its point is in a conservation area; false only if its authority supplies its areas to the loaded data. */
            conservation_area?: boolean | null;
            /** @description Conservation areas, listed buildings, scheduled monuments, green belt, areas of outstanding natural beauty, sites of special scientific interest, ancient woodland and tree preservation orders: whether one contains the home's point, and the nearest. */
            designations?: components["schemas"]["Designation"][];
            /** @description Estimated sale value as by valuations.sale, pounds. */
            svc_estimate?: number | null;
            /** @description Estimated value per square foot, pounds. */
            svc_sqft?: number | null;
            /** @description Price of the last registered sale, pounds. */
            last_sold_price?: number | null;
            /**
             * Format: date
             * @description Date of the last registered sale.
             */
            last_sold_date?: string | null;
            /** @description Local authority district. */
            local_authority?: components["schemas"]["Authority"] | null;
            /** @description LSOA or data zone code. */
            small_area_code?: string | null;
            /** @description Registered sales, newest first; with include=history. */
            transactions?: components["schemas"]["Sale"][];
            /** @description Origin of each field that is not null; with include=provenance. */
            provenance?: {
                [key: string]: components["schemas"]["FieldProvenance"];
            };
            meta: components["schemas"]["Meta"];
        };
        /**
         * Format: date
         * @description Calendar day, ISO 8601.
         */
        Date: string;
        /** @description A range of values. */
        Interval: {
            /** @description Lower end, pounds. */
            low: number;
            /** @description Upper end, pounds. */
            high: number;
        };
        /**
         * @description Where an attribute comes from: the request, a registered sale, an energy certificate, inference, or an assumption; null if it is not known.
         * @enum {string|null}
         */
        FactSource: "given" | "sale" | "certificate" | "inferred" | "assumed" | null;
        /** @description The attributes of the home that were used, and the source of each. */
        SaleSubject: {
            /** @description Type of the home, of a bungalow the kind of house that is recorded; if it is not certain, the most probable one that has a value here. */
            property_type: {
                value: components["schemas"]["PropertyType"];
                source: components["schemas"]["FactSource"];
                /** @description Probability of this type. */
                probability: number;
                /** @description Types that it may be of, most probable first; their values are mixed. A warning on `value` names those that have none. */
                mix: {
                    property_type: components["schemas"]["PropertyType"];
                    /** @description Its probability. */
                    probability: number;
                }[];
            };
            /** @description Tenure of the home. */
            tenure: {
                value: components["schemas"]["Tenure"];
                source: components["schemas"]["FactSource"];
            };
            /** @description Floor area of the home. */
            floor_area_sqm: {
                /** @description Square metres; null if unknown. */
                value: number | null;
                source: components["schemas"]["FactSource"];
            };
            /** @description Whether it is valued as new. */
            new_build: {
                /** @description Whether it is valued as new. */
                value: boolean;
                source: components["schemas"]["FactSource"];
            };
        };
        /** @description A factor of the value. */
        SaleDriver: {
            /**
             * @description place = level of its street and postcode for the type; additional_sales = sales that are not plain market sales.
             * @enum {string}
             */
            factor: "place" | "floor_area" | "similar_sales" | "own_sales" | "additional_sales" | "type_uncertainty";
            /** @description What it adds to the value, pounds. */
            pounds: number;
        };
        /** @description The growth that was applied. */
        IndexGrowth: {
            /** @description Index and its version. */
            id: string;
            /** @description Area whose growth it is. */
            area: string;
            /** @description First month, YYYY-MM. */
            from: string;
            /** @description Last month, YYYY-MM. */
            to: string;
            /** @description Value in the last month over value in the first. */
            factor: number;
        };
        /** @description Local price per square foot. */
        PricePerSqft: {
            /** @description Typical price per square foot, pounds. */
            median: number;
            /** @description Number of sales behind it. */
            n: number;
            /** @description Area of those sales. */
            geography: string;
        };
        /** @description A sale that took part in the estimate. */
        ComparableSale: {
            /** @description Identifier of the sale as its publisher writes it in the price paid file, upper case in braces. */
            transaction_id: string;
            /** @description UPRN, if the sale could be linked. */
            uprn: string | null;
            /** @description Address as registered. */
            address: string;
            /** @description Postcode. */
            postcode: string | null;
            /**
             * Format: date
             * @description Date of the deed.
             */
            date: string;
            /** @description Price paid, pounds. */
            price: number;
            /** @description Price adjusted to the day of the valuation and, if the floor areas of both homes are known, to the floor area of this home, pounds. The `adjusted_price` of the comparables operations is adjusted to the day only. */
            adjusted_price: number;
            /** @description Straight line, metres; null if only its postcode is known and is that of the home. */
            distance_m: number | null;
            position: components["schemas"]["Position"];
            /** @description 1 = the same in all that is compared. */
            similarity: number;
        };
        /** @description The evidence for the estimate. */
        SaleEvidence: {
            /** @description Last market sale of the property that counts: not one that its place and its other sales contradict; null without one. */
            last_sale: components["schemas"]["Sale"] | null;
            /** @description Growth applied to it; null without one. */
            index: components["schemas"]["IndexGrowth"] | null;
            /** @description Local price per square foot. */
            ppsf: components["schemas"]["PricePerSqft"] | null;
            /** @description Floor area used, square metres; null if none was. */
            floor_area_sqm: number | null;
            /** @description Dataset that gave the floor area; null if none did. */
            floor_area_source: string | null;
            /** @description Sales used by the comparables method. */
            comparables: components["schemas"]["ComparableSale"][];
        };
        /** @description Estimated sale value. */
        SaleValuation: {
            /** @description The UPRN asked for, without leading zeros. */
            uprn: string;
            /** @description Postcode with its space. */
            postcode: string;
            /** @description Point estimate, pounds. */
            value: number;
            /** @description 90 % of the value, pounds. */
            lower_bound: number;
            /** @description 110 % of the value, pounds. */
            upper_bound: number;
            confidence: components["schemas"]["Confidence"];
            /**
             * @description Method that answered; High, Medium and Low in this order.
             * @enum {string}
             */
            method: "last_sold_growth" | "sqft_estimate" | "comparables";
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            /**
             * Format: date
             * @description Day of the valuation.
             */
            as_of: string;
            /** @description Forecast standard deviation as a fraction, 0.12 = 12 %: about 68 of 100 sales fall within it. */
            fsd: number | null;
            /** @description Range that contained 80 of 100 past sales of the area; if too few were measured, the range of other areas, and limiting_factors says so. */
            interval_80: components["schemas"]["Interval"] | null;
            /**
             * @description Quality of the result in one word.
             * @enum {string}
             */
            result_code: "ok" | "thin_market" | "stale_sale" | "no_floor_area";
            /** @description What limits the estimate, one sentence each. */
            limiting_factors: string[];
            subject: components["schemas"]["SaleSubject"];
            /** @description What each factor adds; the parts add up to the value. */
            drivers: components["schemas"]["SaleDriver"][];
            evidence?: components["schemas"]["SaleEvidence"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Distribution of a sample. Below 5 observations all figures are null; the median needs 5, the quartiles and
         *     the extremes 10, the tails 20.
         */
        Quantiles: {
            /** @description Number of observations. */
            n: number;
            /** @description Arithmetic mean; null below 5 observations. */
            mean: number | null;
            /** @description Median; null below 5 observations. */
            median: number | null;
            /** @description 10th percentile; null below 20 observations. */
            p10: number | null;
            /** @description Lower quartile; null below 10 observations. */
            p25: number | null;
            /** @description Upper quartile; null below 10 observations. */
            p75: number | null;
            /** @description 90th percentile; null below 20 observations. */
            p90: number | null;
            /** @description Smallest observation; null below 10 observations. */
            min: number | null;
            /** @description Largest observation; null below 10 observations. */
            max: number | null;
        };
        /** @description How far estimates by this method were off from figures that they were not made from. */
        BackTest: {
            /** @description Number of estimates compared. */
            n: number;
            /** @description Half of them were off by less, per cent. */
            median_off_pct: number;
            /** @description Share that was off by at most 10 per cent, per cent. */
            within_10_pct: number;
            /** @description Share of the figures that lay within the bounds, per cent. */
            in_bounds_pct: number;
        };
        /** @description The homes, the area and the period of a figure, so that it can be compared with another. */
        Homes: {
            /** @description Bedrooms, 0 for a studio; null if homes of all bedrooms are together or none are known. */
            bedrooms: number | null;
            /** @description True if homes of still more bedrooms are among them. */
            and_more: boolean;
            /**
             * @description Kind of dwelling; all = all kinds together, house = all but flats.
             * @enum {string}
             */
            property_type: "all" | "house" | "detached" | "semi_detached" | "terraced" | "flat" | "bungalow" | "other";
            /** @description Identifier of the dataset that the figure comes from. */
            source: string;
            /** @description Area whose homes they are. */
            area: string;
            /** @description First and last day of the records. */
            period: {
                /**
                 * Format: date
                 * @description First day.
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                to: string;
            };
        };
        /** @description Estimated rent. */
        RentalValuation: {
            /** @description The UPRN asked for, without leading zeros. */
            uprn: string;
            /** @description Postcode with its space. */
            postcode: string;
            /** @description Requested number of bedrooms, 0 for a studio; `rent_of` gives those of the rent. */
            bedrooms: number;
            /**
             * @description Where the number comes from; modelled = from the habitable rooms of the energy certificate.
             * @enum {string}
             */
            bedrooms_source: "input" | "recorded" | "modelled";
            /** @description Point estimate, pounds a month. */
            rent_pcm: number;
            /** @description Lower bound, pounds a month. */
            lower_pcm: number;
            /** @description Upper bound, pounds a month. */
            upper_pcm: number;
            /** @description Point estimate, pounds a week, of which a month has 365/84; the allowance, which is set by the week, is paid at 52/12. */
            rent_pw: number;
            /** @description Rents behind the estimate, pounds a month; null if an index answers. */
            stats: components["schemas"]["Quantiles"] | null;
            /** @description Number of the operator's lettings used; 0 with other methods. */
            comparable_count: number;
            /** @description Radius in which they are, metres; null with other methods. */
            search_radius_m: number | null;
            confidence: components["schemas"]["Confidence"];
            /**
             * @description Method that answered.
             * @enum {string}
             */
            method: "listing_comparables" | "index_local" | "brma_quantile";
            /** @description Measured error: of your own lettings, each of the newest 100 beside the estimate from those let before it; of the list of rents, the rents of a year beside those of the year before. Null if not measured. */
            back_test: components["schemas"]["BackTest"] | null;
            /** @description Twelve rents by the sale value as by valuations.sale, per cent; null if the rent is for other bedrooms or another kind than the valued home, or is more than 24 months old, or if the yield would be above 25. */
            gross_yield_pct: number | null;
            /** @description Homes whose rent it is. */
            rent_of: components["schemas"]["Homes"];
            /** @description The home whose value the yield is of, with its bedrooms as its certificate suggests them; null without a value. */
            value_of: components["schemas"]["Homes"] | null;
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /** @description Value as a shared home. */
        HmoValue: {
            /** @description Point estimate, pounds. */
            point: number;
            /** @description Value at the lower quartile of room rents, else 15 % below; at least the lower end of interval_80 as a single home. Pounds. */
            low: number;
            /** @description Value at the upper quartile of room rents, else 15 % above; at least the upper end of interval_80 as a single home. Pounds. */
            high: number;
            confidence: components["schemas"]["Confidence"];
            /**
             * @description income = net rent over yield; single_let_floor = the value as a single home, which is higher.
             * @enum {string}
             */
            method: "income" | "single_let_floor";
        };
        /** @description Estimated value as a shared home. */
        HmoValuation: {
            /** @description The UPRN asked for, without leading zeros. */
            uprn: string;
            hmo_value: components["schemas"]["HmoValue"];
            /** @description Rent of all rooms when let, pounds a month. */
            gross_rent_pcm: {
                /** @description All rooms, pounds a month. */
                total: number;
                /** @description Mean of the rooms, pounds a month. */
                per_room: number;
                /** @description Number of rooms. */
                rooms: number;
            };
            /** @description After empty time and costs, pounds a month. */
            net_rent_pcm: number;
            /** @description Twelve gross rents by the value, per cent; null if the rents are years old and the value is that of today as a single home. */
            gross_yield_pct: number | null;
            /** @description Value as a single home as by valuations.sale, pounds. */
            single_let_value: number | null;
            /** @description Difference of the value as a shared home from it, per cent; null also if the rents are years old. */
            uplift_pct: number | null;
            /** @description Licence for a house in multiple occupation. */
            licensing: {
                /** @description Whether a licence is likely required for one person a room; null if only a council's own scheme could require it. */
                likely_required: boolean | null;
                /** @description Scheme that requires it; null if none is known to. */
                scheme: string | null;
                /** @description People from whom on a licence is required throughout the nation. */
                threshold_people: number;
            };
            /** @description Whether an Article 4 direction takes away the right to turn the home into a small shared house (England), by the rule of planning.hmo_register; null with a reason. */
            article_4: boolean | null;
            /** @description What was assumed, by name. */
            assumptions: {
                [key: string]: number | string | boolean | null;
            };
            /** @description Measured error of such values; null because none has been measured. */
            back_test: components["schemas"]["BackTest"] | null;
            /**
             * Format: date
             * @description Day of the estimate.
             */
            as_of: string;
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /** @description GeoJSON polygon in WGS84, longitude before latitude; the first ring is the outer one, the rest are holes. */
        Polygon: {
            /**
             * @description GeoJSON type.
             * @constant
             */
            type: "Polygon";
            /** @description Closed rings. */
            coordinates: number[][][];
        };
        /**
         * @description Kind of dwelling to be built.
         * @enum {string}
         */
        UnitType: "flat" | "terraced" | "semi_detached" | "detached" | "bungalow";
        /** @description A scheme: exactly one location, and its units. */
        GdvRequest: {
            /** @description The place of this UPRN. */
            uprn?: components["schemas"]["Uprn"];
            /** @description Full postcode, or a sector such as XE1 2. */
            postcode?: string;
            /** @description First half of a postcode. */
            outcode?: string;
            /** @description WGS84 degrees north, with lng. */
            lat?: number;
            /** @description WGS84 degrees east, with lat. */
            lng?: number;
            /** @description Radius around lat and lng in metres; 1000 by default. */
            radius_m?: number;
            polygon?: components["schemas"]["Polygon"];
            /** @description The units by line. */
            units: {
                type: components["schemas"]["UnitType"];
                /** @description Number of bedrooms: 0 is a studio. */
                bedrooms: number;
                /** @description How many. */
                count: number;
                /** @description Floor area of each, square metres; that of the space standard by default. */
                floor_area_sqm?: number;
            }[];
            /**
             * @description Finish: takes values to 95, 100, 105 or 110 per cent.
             * @default average
             * @enum {string}
             */
            finish_quality?: "below_average" | "average" | "above_average" | "very_high";
            /**
             * @description Whether the units sell as new buildings; false for converted ones, which are valued by other sales alone.
             * @default true
             */
            new_build?: boolean;
            /**
             * @description Whether to answer if some lines have no evidence.
             * @default false
             */
            allow_partial?: boolean;
            /**
             * @description Whether a larger area may answer if this one has too few sales.
             * @default true
             */
            widen?: boolean;
        };
        /** @description A value and its band. */
        ValueBand: {
            /** @description Estimate, pounds. */
            point: number;
            /** @description Lower end, pounds. */
            low: number;
            /** @description Upper end, pounds. */
            high: number;
        };
        /** @description A line of the scheme. */
        GdvUnit: {
            type: components["schemas"]["UnitType"];
            /** @description Number of bedrooms. */
            bedrooms: number;
            /** @description How many. */
            count: number;
            /** @description Floor area of each, square feet. */
            floor_area_sqft: number;
            /**
             * @description Where the area comes from.
             * @enum {string}
             */
            floor_area_source: "request" | "space_standard";
            /** @description Value of each, pounds; null without evidence. */
            unit_value: number | null;
            /** @description Value of all of the line, pounds. */
            total_value: number | null;
            /** @description Unit value by floor area, pounds. */
            price_per_sqft: number | null;
            /**
             * @description The evidence for the value.
             * @enum {string|null}
             */
            basis: "new_build_sales" | "other_sales_with_premium" | "other_sales" | "index_average" | null;
            /** @description Premium of new buildings that was added, per cent; null if none was added. */
            premium_pct: number | null;
            /** @description Median floor area of the sales behind it, square feet; null of an index and without evidence. */
            usual_floor_area_sqft: number | null;
            /** @description Power of the floor area divided by the usual one, with which the price per square foot falls; null of an index and without evidence. */
            size_exponent: number | null;
            /** @description Sales behind it; 0 of an index. */
            sample_size: number;
            geography: components["schemas"]["Geography"];
            confidence: components["schemas"]["Confidence"];
        };
        /** @description Gross development value. */
        DevelopmentValue: {
            gdv: components["schemas"]["ValueBand"];
            /** @description Rent of the units with a value, were they let, by the official index of the authority (Scotland: market area); null if the index has none. */
            rent_pcm: {
                /** @description Mean rents of the same area by bedrooms, over all tenancies, pounds a month; a studio counts as one bedroom, and a warning `other_bedrooms` says so. */
                point: number;
            } | null;
            /** @description The lines in their order. */
            units: components["schemas"]["GdvUnit"][];
            /** @description Units of all lines, also of those without a value. */
            total_units: number;
            /** @description Floor area of all lines, square feet. */
            total_area_sqft: number;
            /** @description Value by floor area of the lines with a value, pounds. */
            blended_price_per_sqft: number;
            /** @description Measured error of such values; null because none has been measured. */
            back_test: components["schemas"]["BackTest"] | null;
            confidence: components["schemas"]["Confidence"];
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /** @description The home: exactly one of uprn, postcode, or lat with lng, and what is known of it. */
        ShortLetRequest: {
            /** @description Unique Property Reference Number, 1 to 12 digits. */
            uprn?: components["schemas"]["Uprn"];
            /** @description Postcode of the home, with bedrooms. */
            postcode?: string;
            /** @description WGS84 degrees north, with lng and bedrooms. */
            lat?: number;
            /** @description WGS84 degrees east, with lat and bedrooms. */
            lng?: number;
            /** @description Number of bedrooms: 0 is a studio; of a UPRN the one modelled from its certificate by default. */
            bedrooms?: number;
            /** @description Number of bathrooms; one fewer than bedrooms and at least one by default. */
            bathrooms?: number;
            /**
             * @description House or apartment; either by default.
             * @enum {string}
             */
            property_type?: "house" | "apartment";
            /** @description How many guests the home sleeps; not compared by default. */
            guests?: number;
            /**
             * @description Finish of the home: takes the nightly price to 90, 100, 105 or 110 per cent.
             * @default average
             * @enum {string}
             */
            finish_quality?: "below_average" | "average" | "above_average" | "very_high";
            /**
             * @description Whether to list the comparables.
             * @default false
             */
            include_comparables?: boolean;
            /**
             * @description Only say, free of charge, whether there would be an answer, from how many comparables and at what price.
             * @default false
             */
            quote?: boolean;
        };
        /** @description A similar listing. */
        ShortLetComparable: {
            /** @description Number of the listing at Inside Airbnb. */
            id: string;
            /** @description WGS84 degrees north, blurred by up to 150 m. */
            latitude: number;
            /** @description WGS84 degrees east, blurred by up to 150 m. */
            longitude: number;
            /** @description Distance as published, metres. */
            distance_m: number;
            position: components["schemas"]["Position"];
            /**
             * @description Kind of home; null if the loaded file does not say.
             * @enum {string|null}
             */
            property_type: "house" | "apartment" | null;
            /** @description Number of bedrooms. */
            bedrooms: number;
            /**
             * @description listing = as the listing states them; name = read from its name, if it states none.
             * @enum {string}
             */
            bedrooms_source: "listing" | "name";
            /** @description Number of bathrooms; null if the loaded file does not say. */
            bathrooms: number | null;
            /** @description How many guests it sleeps; null if the loaded file does not say. */
            guests: number | null;
            /** @description Nightly price as advertised, pounds. */
            adr: number;
            /** @description Modelled share of nights let, per cent. */
            occupancy_pct: number;
            /** @description Modelled revenue of a year, pounds. */
            revenue: number;
            /** @description Reviews within twelve months. */
            reviews_12m: number;
            /** @description Similarity; 1 = equal in all that is known. */
            similarity: number;
        };
        /** @description Estimated revenue as a short let. */
        ShortLetEstimate: {
            /** @description A year's figures before all costs. */
            annual: {
                /** @description Revenue a year, pounds: quartiles and median of the comparables, weighted by similarity. */
                revenue: {
                    /** @description Lower quartile, pounds. */
                    p25: number;
                    /** @description Median, pounds. */
                    p50: number;
                    /** @description Upper quartile, pounds. */
                    p75: number;
                };
                /** @description Weighted median of the share of nights let, per cent. */
                occupancy_pct: number;
                /** @description Revenue for each night let, pounds: price times occupancy is revpar. */
                adr: number;
                /** @description Median revenue for each night of the year, pounds. */
                revpar: number;
            };
            /** @description Figures by month of the year, by the reviews of the comparables; empty if too few are known. */
            monthly: {
                /** @description Month of the year. */
                month: number;
                /** @description Nightly price, pounds. */
                adr: number;
                /** @description Share of nights let, per cent. */
                occupancy_pct: number;
                /** @description Revenue of the month, pounds. */
                revenue: number;
                /** @description Revenue for each night of the month, pounds. */
                revpar: number;
            }[];
            /** @description The similar listings. */
            comparables: {
                /** @description How many were used, at most 100. */
                n: number;
                /** @description Distance of the farthest, or the radius searched, metres. */
                radius_m: number;
                /** @description Mean similarity, 0 to 1. */
                mean_similarity: number;
                /** @description The comparables, most similar first; empty unless requested. */
                items: components["schemas"]["ShortLetComparable"][];
            };
            /** @description What the revenue leaves out. */
            costs_excluded: string[];
            /** @description Bedrooms compared by. */
            bedrooms: number;
            /**
             * @description Where they come from.
             * @enum {string}
             */
            bedrooms_source: "request" | "certificate";
            /** @description Bathrooms compared by. */
            bathrooms: number;
            /**
             * @description Where they come from: assumed are one fewer than bedrooms, at least one.
             * @enum {string}
             */
            bathrooms_source: "request" | "assumed";
            /** @description Mean rent of the authority (Scotland: market area) for the bedrooms by the official index, pounds a month; of one bedroom for a studio, of four and more above, and a warning `other_bedrooms` says so. */
            long_let_rent_pcm: number | null;
            /** @description Share of nights let, at the nightly price, that earns the long-let rent before all costs, per cent; above 100 if all nights would not. */
            break_even_occupancy_pct: number | null;
            /** @description The legal rules for short lets at the place. */
            regulation: {
                /** @description The rule in words; null if no rule of the whole nation or city is known. */
                regime: string | null;
                /** @description Most nights a year without planning permission; null if there is no such cap. */
                night_cap: number | null;
                /** @description Whether the nation requires a licence; null if it may depend on the council. */
                licence_required: boolean | null;
            };
            confidence: components["schemas"]["Confidence"];
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /** @description Rents of homes with one number of bedrooms. */
        BedroomRents: {
            /** @description Number of bedrooms, 0 for a studio, 5 for five and more. */
            bedrooms: number;
            rent_pcm: components["schemas"]["Quantiles"];
        };
        /** @description Rents of one kind of dwelling. */
        TypeRents: {
            property_type: components["schemas"]["PropertyType"];
            rent_pcm: components["schemas"]["Quantiles"];
        };
        /** @description A month of the official index. */
        RentMonth: {
            /** @description Month, YYYY-MM. */
            month: string;
            /** @description Mean rent over all tenancies, pounds a month. */
            mean_pcm: number | null;
            /** @description Index of rents as published. */
            index: number | null;
        };
        /** @description The housing allowance for a number of bedrooms. */
        AllowanceRate: {
            /**
             * @description A = a room in shared accommodation, B to E = one to four bedrooms; a studio has that of one.
             * @enum {string}
             */
            category: "A" | "B" | "C" | "D" | "E";
            /** @description Bedrooms; null for a room in shared accommodation. */
            bedrooms: number | null;
            /** @description Allowance, pounds a month. */
            rate: number;
        };
        /** @description A broad rental market area. */
        MarketArea: {
            /** @description Name. */
            name: string;
            /** @description Code, if the look-up has one. */
            code: string | null;
        };
        /** @description Rents of whole homes. */
        LongTermRents: {
            /** @description Rents, pounds a month. With basis index only a mean, whose sample is not published and given as 0. */
            rent_pcm: components["schemas"]["Quantiles"];
            /** @description The same, pounds a week, of which a month has 365/84; the allowance, which is set by the week, is paid at 52/12. */
            rent_pw: components["schemas"]["Quantiles"];
            basis: components["schemas"]["Basis"];
            /** @description The same source by bedrooms. */
            by_bedrooms: components["schemas"]["BedroomRents"][];
            /** @description The same source by kind of dwelling, if it separates them. */
            by_property_type: components["schemas"]["TypeRents"][];
            /** @description Change over a year by the official index, per cent; of a whole authority if a warning `coarser_area` names it. */
            change_1y_pct: number | null;
            /** @description Months of the official index, oldest first, of a whole authority if a warning `coarser_area` names it; empty if it is not loaded or lacks the area. */
            history: components["schemas"]["RentMonth"][];
            /** @description Housing allowance of the market area for comparison; empty if it is not loaded. */
            lha_pcm: components["schemas"]["AllowanceRate"][];
            /** @description Broad rental market area of the allowance, of several the one with most of the place; null if the allowance is not known. */
            lha_brma: components["schemas"]["MarketArea"] | null;
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Kind of room and whether it has its own bathroom; any means all kinds together.
         * @enum {string}
         */
        RoomType: "double_ensuite" | "double_shared" | "single_ensuite" | "single_shared" | "any";
        /** @description Rents of one kind of room. */
        RoomRents: {
            room_type: components["schemas"]["RoomType"];
            /** @description Rents, pounds a month; null if no source has this kind of room. */
            rent_pcm: components["schemas"]["Quantiles"] | null;
            /** @description The same, pounds a week, of which a month has 365/84; the allowance, which is set by the week, is paid at 52/12. */
            rent_pw: components["schemas"]["Quantiles"] | null;
        };
        /** @description Rents of rooms in shared homes. */
        HmoRents: {
            /** @description One entry for each kind of room. */
            rooms: components["schemas"]["RoomRents"][];
            /** @description Housing allowance for a room, pounds a week. */
            shared_accommodation_rate_pw: number | null;
            /** @description Broad rental market area of the allowance, of several the one with most of the place; null if the allowance is not known. */
            lha_brma: components["schemas"]["MarketArea"] | null;
            /** @description Whether the rents include bills; null if they differ or are not recorded. */
            bills_included: boolean | null;
            basis: components["schemas"]["Basis"];
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /** @description The allowance of one category. */
        LhaRate: {
            /**
             * @description A = a room in shared accommodation, B to E = one to four bedrooms.
             * @enum {string}
             */
            category: "A" | "B" | "C" | "D" | "E";
            /** @description Bedrooms; null for category A. */
            bedrooms: number | null;
            /** @description Allowance, pounds a week. */
            weekly: number;
            /** @description Allowance, pounds a month; 52/12 weeks if no monthly table is loaded. */
            monthly: number;
        };
        /** @description The weekly allowance of a category in a year. */
        LhaYear: {
            /** @description Year in whose April the rate began. */
            year: number;
            /**
             * @description Category.
             * @enum {string}
             */
            category: "A" | "B" | "C" | "D" | "E";
            /** @description Allowance, pounds a week. */
            weekly: number;
        };
        /** @description A broad rental market area with its rates. */
        LhaArea: {
            /** @description The area. */
            brma: components["schemas"]["MarketArea"];
            /** @description Nation of the postcodes. */
            country: components["schemas"]["Country"] | null;
            /** @description Share of the place's live postcodes in this area, per cent. */
            share_of_area_pct: number;
            /**
             * Format: date
             * @description Day from which the rates apply.
             */
            effective_from: string;
            /** @description Rates by category. */
            rates: components["schemas"]["LhaRate"][];
            /** @description Rates of every loaded year, newest first. */
            history: components["schemas"]["LhaYear"][];
        };
        /** @description Allowance rates of the place. */
        LhaAreas: {
            /** @description Market areas of the place, largest share first. */
            areas: components["schemas"]["LhaArea"][];
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /** @description A yield and its range. */
        YieldRange: {
            /** @description Twelve typical rents by the typical price, per cent. */
            point: number;
            /** @description The same at the lower quartile of rent; null if unknown. */
            low: number | null;
            /** @description The same at the upper quartile of rent; null if unknown. */
            high: number | null;
        };
        /** @description Yield of homes with one number of bedrooms. */
        BedroomYield: {
            /** @description Number of bedrooms, 0 for a studio, 5 for five and more. */
            bedrooms: number;
            /** @description True: the rent is of this many bedrooms or more, the price of exactly this many; at 5 both are of five or more. */
            rent_and_more: boolean;
            /** @description Gross yield, per cent; null with fewer than 5 sales or no rent, or if it would be above 25. */
            gross_yield_pct: number | null;
            /** @description Number of sales. */
            price_sample: number;
            /** @description True: the bedrooms of the sold homes are modelled from energy certificates. */
            modelled: boolean;
        };
        /** @description Yield in a month. */
        YieldMonth: {
            /** @description Month, YYYY-MM. */
            month: string;
            /** @description The yield of the answer, taken back by what rents and prices of the authority did by their official indices, per cent. */
            gross_yield_pct: number;
        };
        /** @description Rental yields. */
        Yields: {
            gross_yield_pct: components["schemas"]["YieldRange"];
            /** @description Gross yield less the costs, per cent. */
            net_yield_pct: number;
            /** @description Median price, in Scotland the average of the index, pounds. */
            median_price: number;
            /** @description Median rent, with an index its mean, pounds a month. */
            rent_pcm: number;
            /** @description Number of sales; null of an index. */
            price_sample: number | null;
            /** @description Number of rents; null of an index. */
            rent_sample: number | null;
            /** @description Homes whose rent it is; if they are not those of `price_of`, a warning `unlike_parts` says so. */
            rent_of: components["schemas"]["Homes"];
            /** @description Homes whose price it is. */
            price_of: components["schemas"]["Homes"];
            /** @description By bedrooms. */
            by_bedrooms: components["schemas"]["BedroomYield"][];
            /** @description Months in which both official indices have the authority, oldest first, without those of a yield above 25; the last has the yield of the answer. */
            history: components["schemas"]["YieldMonth"][];
            /** @description What was assumed. */
            assumptions: {
                rent_basis: components["schemas"]["Basis"];
                price_basis: components["schemas"]["Basis"];
                /** @description Costs as a percentage of the rent. */
                cost_pct: number;
            };
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /** @description What open data say about demand. */
        DemandProxies: {
            /** @description Households that rent privately by the census, per cent; of the whole authority, which a warning `coarser_area` names. */
            prs_share_pct: number | null;
            /** @description Growth of rents over a year by the official index, per cent. */
            rent_growth_1y_pct: number | null;
            /** @description Change of population over a year, per cent. */
            population_change_pct: number | null;
            /** @description Shared homes with a licence in force for each 1000 households; of the whole authority, which a warning `coarser_area` names. */
            hmo_licences_per_1000: number | null;
            /** @description Difference between the mean rent and the housing allowance for the same bedrooms, two by default, per cent of the allowance. */
            lha_gap_pct: number | null;
        };
        /** @description Demand for rented homes. */
        RentalDemand: {
            /** @description Homes to let now; of lettings, those advertised in the last twelve months without a day of let. */
            active_listings: number | null;
            /** @description Homes let in a month over the last twelve. */
            lets_per_month: number | null;
            /** @description Homes to let divided by lets a month; null, like figures based on it, if none is to let. */
            months_of_inventory: number | null;
            /** @description Lets a month by homes to let, per cent. */
            turnover_per_month_pct: number | null;
            /** @description Days from advertising to letting, median, as observed. */
            median_days_on_market: number | null;
            /** @description Months of inventory times 30: computed, not observed. */
            implied_days_on_market: number | null;
            /** @description Homes to let whose rent was reduced, per cent. */
            price_reductions_pct: number | null;
            /**
             * @description Below 4 months of inventory it favours landlords, above 6 tenants.
             * @enum {string|null}
             */
            rating: "landlords" | "balanced" | "tenants" | null;
            proxies: components["schemas"]["DemandProxies"];
            /** @description Rank of the area's rent growth among all areas of the index, 100 the strongest; null with fewer than 20 areas. */
            demand_index: number | null;
            basis: components["schemas"]["Basis"];
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Status: sstc = sold subject to contract; withdrawn = no longer advertised, for whatever reason.
         * @enum {string}
         */
        ListingStatus: "available" | "under_offer" | "sstc" | "let_agreed" | "withdrawn";
        /** @description A step in the history of a listing. */
        ListingEvent: {
            /**
             * Format: date
             * @description Day as the feed gives it.
             */
            date: string;
            /** @description Price from then on, pounds, in the period of the listing. */
            price: number;
            /**
             * @description What happened. Only differences between two loads are known.
             * @enum {string}
             */
            event: "listed" | "reduced" | "increased" | "under_offer" | "sstc" | "let_agreed" | "withdrawn" | "back_on_market";
        };
        /** @description An advertised home. */
        Listing: {
            /** @description Identifier here, made of feed, branch and reference. */
            id: string;
            /** @description Identifier of the dataset it came by. */
            source: string;
            /** @description Address of the advert, if the feed has it. */
            url: string | null;
            /**
             * @description For sale or to let.
             * @enum {string}
             */
            listing_type: "sale" | "rent";
            status: components["schemas"]["ListingStatus"];
            /** @description Price asked, pounds. */
            price: number;
            /**
             * @description What the price is for: the home, a month, a week. Filters and order count a week as 12/52 of a month.
             * @enum {string}
             */
            price_period: "total" | "pcm" | "pw";
            /** @description True if the price is that of a share in the home, as in shared ownership or shared equity; `gross_yield_pct` is null then, and no median of asking prices counts it. */
            of_share: boolean;
            /** @description Bedrooms as advertised, 0 for a studio. */
            bedrooms: number | null;
            /** @description Bathrooms as advertised. */
            bathrooms: number | null;
            /** @description Kind of dwelling as advertised; null also where the advert says only a house, a cottage or the like. */
            property_type: components["schemas"]["PropertyType"] | null;
            /** @description Tenure as advertised. */
            tenure: components["schemas"]["Tenure"] | null;
            /** @description Address as advertised, often without a number. */
            address: string;
            /** @description Postcode. */
            postcode: string | null;
            /** @description UPRN of the feed, or matched from the address. */
            uprn: string | null;
            /** @description How sure the UPRN is, 0 to 1; 1 of the feed's own. */
            uprn_confidence: number | null;
            /** @description WGS84 degrees north, of the feed, the UPRN or the postcode. */
            latitude: number | null;
            /** @description WGS84 degrees east. */
            longitude: number | null;
            /** @description Distance from the centre of the place, metres; null without a place, and where only its postcode is known and is that of the place. */
            distance_m: number | null;
            position: components["schemas"]["Position"];
            /** @description Floor area as advertised, square feet. */
            floor_area_sqft: number | null;
            /** @description Summary as advertised, without mark-up, at most 500 characters. */
            summary: string | null;
            /**
             * Format: date
             * @description First day of advertising.
             */
            first_listed: string;
            /**
             * Format: date
             * @description Day of the last feed that had it.
             */
            last_seen: string;
            /** @description Days from first_listed to last_seen. */
            days_on_market: number;
            /** @description History, oldest first. */
            price_history: components["schemas"]["ListingEvent"][];
            /** @description Of a home for sale: mean rent of its authority, in Scotland of its broad rental market area, for its bedrooms by the official index, pounds a month: of one bedroom for a studio, of four and more for four and more. */
            estimated_rent_pcm: number | null;
            /** @description Twelve such rents by the price, per cent; null above 25 and of a share, where the price is not that of such a home. */
            gross_yield_pct: number | null;
        };
        /** @description A page of listings. */
        Listings: {
            /** @description Listings in the requested order. */
            results: components["schemas"]["Listing"][];
            /** @description Listings on this page. */
            count: number;
            /** @description Listings on all pages. */
            total: number;
            /** @description Listings that match the request and may be in the place, but have no position, or no postcode if the place is a code; not in `total`. */
            unplaced: number;
            /** @description Cursor of the next page; null on the last. */
            next_cursor: string | null;
            meta: components["schemas"]["Meta"];
        };
        /** @description Records as GeoJSON. */
        Features: {
            /**
             * @description GeoJSON type.
             * @constant
             */
            type: "FeatureCollection";
            /** @description Features on this page. */
            count: number;
            /** @description Records on all pages; those given, where an operation has no pages. */
            total: number;
            /** @description Cursor of the next page; null on the last, and if the operation has no pages. */
            next_cursor: string | null;
            /** @description Records that may be in the place and are not in `total`, since they have no position. */
            unplaced: number;
            /** @description Records that no feature shows: those of this page without a position, and those of all pages that exclude_licences leaves out. */
            left_out: number;
            /** @description The notices of the licences, as `meta.licences` in JSON. */
            licences: components["schemas"]["LicenceNotice"][];
            /** @description The cautions, as `meta.warnings` in JSON. */
            warnings: components["schemas"]["Warning"][];
            /** @description A feature for each record of this page with a position. */
            features: {
                /**
                 * @description GeoJSON type.
                 * @constant
                 */
                type: "Feature";
                /** @description Its point. */
                geometry: {
                    /**
                     * @description GeoJSON type.
                     * @constant
                     */
                    type: "Point";
                    /** @description Longitude and latitude, degrees. */
                    coordinates: number[];
                };
                /** @description The record, as in JSON without its coordinates. */
                properties: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description The visits of a month: of each city that reaches into the area the newest. */
        ShortLetMonth: {
            /** @description Month of the visit, YYYY-MM. */
            month: string;
            /** @description Median nightly price, pounds; null below 5 listings. */
            adr: number | null;
            /** @description Median modelled share of nights let over the twelve months before the visit, per cent; null below 5 listings. */
            occupancy_pct: number | null;
            /** @description Median of what each listing makes a night of the year, pounds, which is not the product of the other medians; null below 5 listings. */
            revpar: number | null;
            /** @description Median revenue a month, pounds; null below 5 listings. */
            revenue: number | null;
            /** @description Listings that were open to guests or reviewed within twelve months. */
            active_listings: number;
        };
        /** @description Listings with one number of bedrooms. */
        ShortLetsByBedrooms: {
            /** @description Number of bedrooms, 0 for a studio, 5 for five and more. */
            bedrooms: number;
            /** @description Number of listings. */
            n: number;
            /** @description Nightly price, pounds. */
            adr: components["schemas"]["Quantiles"];
            /** @description Modelled share of nights let, per cent. */
            occupancy_pct: components["schemas"]["Quantiles"];
        };
        /**
         * @description What is let of the home.
         * @enum {string}
         */
        ShortLetType: "entire_home" | "private_room" | "shared_room" | "hotel_room";
        /** @description Listings of one kind. */
        ShortLetsByType: {
            listing_type: components["schemas"]["ShortLetType"];
            /** @description Number of listings. */
            n: number;
            /** @description Nightly price, pounds. */
            adr: components["schemas"]["Quantiles"];
        };
        /** @description The legal rules for short lets at the place. */
        ShortLetRules: {
            /** @description The rule in words; null if no rule of the whole nation or city is known. */
            regime: string | null;
            /** @description Licences on the register; null as no register is loaded. */
            licences: number | null;
            /** @description Most nights a year without planning permission for a change of use; null if there is no such cap. */
            night_cap: number | null;
            /** @description Whether the nation requires a licence; null if it may depend on the council. */
            licence_required: boolean | null;
        };
        /** @description Short lets of an area. */
        ShortLetMarket: {
            /** @description Nightly price as advertised, pounds. */
            adr: components["schemas"]["Quantiles"];
            /** @description Modelled share of the nights of a year that are let, per cent. */
            occupancy_pct: components["schemas"]["Quantiles"];
            /** @description Nightly price times occupancy of each listing, pounds for each night of the year. */
            revpar: components["schemas"]["Quantiles"];
            /** @description Modelled revenue before all costs, pounds a month. */
            revenue_pcm: components["schemas"]["Quantiles"];
            /** @description Listings without a day open in the coming year and without a review in the last twelve months: they are in no other figure. */
            dormant: {
                /** @description Number of them with a price and 5 reviews. */
                listings: number;
                /** @description Revenue a month of active and dormant listings together, pounds. */
                revenue_pcm_with_dormant: components["schemas"]["Quantiles"];
            };
            /** @description Listings of the requested kind that are open to guests or were reviewed within twelve months, whether or not they count towards the statistics. */
            active_listings: number;
            /** @description The loaded snapshots of the city, oldest first. */
            history: components["schemas"]["ShortLetMonth"][];
            /** @description The listings that state their bedrooms. */
            by_bedrooms: components["schemas"]["ShortLetsByBedrooms"][];
            /** @description All kinds of listing in the same area. */
            by_listing_type: components["schemas"]["ShortLetsByType"][];
            licensing: components["schemas"]["ShortLetRules"];
            /**
             * @description The source of the occupancy.
             * @enum {string}
             */
            occupancy_method: "review_model" | "calendar" | "operator_feed";
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Stage of education.
         * @enum {string}
         */
        SchoolPhase: "nursery" | "primary" | "secondary" | "all_through" | "post_16";
        /**
         * @description Who runs it; special schools and pupil referral units are a sector of their own.
         * @enum {string}
         */
        SchoolSector: "state" | "independent" | "special";
        /** @description The latest inspection that a loaded source has. */
        Inspection: {
            /**
             * @description Who inspected.
             * @enum {string}
             */
            body: "Ofsted";
            /**
             * @description report_card = since November 2025, areas on five points; graded = before, areas on four; ungraded = a visit without grades.
             * @enum {string}
             */
            framework: "report_card" | "graded" | "ungraded";
            /** @description Overall grade; null since September 2024, when overall grades ended. */
            overall: string | null;
            /** @description Grade of each area that was judged. */
            areas: {
                [key: string]: string;
            };
            /**
             * @description Whether safeguarding was effective.
             * @enum {string|null}
             */
            safeguarding: "met" | "not_met" | null;
            /** @description Outcome of an ungraded visit since, in the words of the inspectorate. */
            outcome: string | null;
            /**
             * Format: date
             * @description First day of the inspection.
             */
            date: string | null;
            /** @description True if a predecessor on the site was inspected. */
            of_predecessor: boolean;
            /** @description Reports of the school. */
            url: string | null;
        };
        /** @description A school of a national register. */
        School: {
            /** @description Identifier in its scheme. */
            id: string;
            /**
             * @description urn = England; seed = Scotland; wales = Wales.
             * @enum {string}
             */
            id_scheme: "urn" | "seed" | "wales";
            /** @description Name. */
            name: string;
            /**
             * @description Stage of education; from the ages taught if the register gives none.
             * @enum {string}
             */
            phase: "nursery" | "primary" | "secondary" | "all_through" | "post_16" | "not_applicable";
            sector: components["schemas"]["SchoolSector"];
            /** @description Kind of school, in the words of the register. */
            type: string;
            /** @description Mixed, Boys or Girls; null if the register does not say. */
            gender: string | null;
            /** @description Ages taught. */
            age_range: {
                /** @description Youngest age, years. */
                from: number;
                /** @description Oldest age, years. */
                to: number;
            } | null;
            /** @description Number of pupils; null if suppressed. */
            pupils: number | null;
            /** @description Places; null if the register has none. */
            capacity: number | null;
            /** @description Postcode. */
            postcode: string | null;
            /** @description WGS84 degrees north. */
            latitude: number;
            /** @description WGS84 degrees east. */
            longitude: number;
            /** @description Straight line from the place, metres; not a catchment. Null if only its postcode is known and equals that of the place. */
            distance_m: number | null;
            position: components["schemas"]["Position"];
            /** @description Latest inspection; null with a reason in meta.warnings. */
            inspection: components["schemas"]["Inspection"] | null;
        };
        /** @description Schools around a place. */
        NearbySchools: {
            /** @description Schools, nearest first. */
            schools: components["schemas"]["School"][];
            /** @description Number of schools listed. */
            count: number;
            /** @description All schools that match, listed or not. */
            summary: {
                /** @description Number of schools that match. */
                total: number;
                /** @description Further schools that match and may be in the place, but have no known position. */
                unplaced: number;
                /** @description Number of schools by phase. */
                by_phase: {
                    [key: string]: number;
                };
                /** @description Distance of the nearest that teaches primary pupils, metres, whatever phase is asked for; null if none of the sector is known in the place. */
                nearest_primary_m: number | null;
                /** @description Distance of the nearest that teaches secondary pupils, metres, whatever phase is asked for; null if none of the sector is known in the place. */
                nearest_secondary_m: number | null;
            };
            /**
             * @description What the distances are.
             * @constant
             */
            distance_basis: "straight_line_not_a_catchment";
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description The use of a place.
         * @enum {string}
         */
        AmenityCategory: "transport" | "food" | "education" | "health" | "green_space" | "shops" | "civic" | "culture" | "ev_charging" | "worship";
        /** @description One place. */
        AmenityItem: {
            /** @description Identifier in its source. */
            id: string;
            /** @description Name; null if the source has none. */
            name: string | null;
            /** @description Kind within the category, such as bus_stop or gp_practice. */
            kind: string;
            /** @description WGS84 degrees north. */
            latitude: number;
            /** @description WGS84 degrees east. */
            longitude: number;
            /** @description Straight line from the place, metres; null if only its postcode is known and equals that of the place. */
            distance_m: number | null;
            /** @description Minutes on foot at 80 metres a minute along the straight line; null without a distance. */
            walk_minutes: number | null;
            /** @description Identifier of the dataset. */
            source: string;
            position: components["schemas"]["Position"];
        };
        /** @description All places of a category. */
        AmenityGroup: {
            category: components["schemas"]["AmenityCategory"];
            /** @description Number of places; null, not 0, if no source is loaded. */
            count: number | null;
            /** @description Further places of the category that may be here, but have no known position. */
            unplaced: number;
            /** @description The nearest place. */
            nearest: {
                /** @description Name. */
                name: string | null;
                /** @description Kind. */
                kind: string;
                /** @description Straight line, metres, as in items. */
                distance_m: number | null;
                /** @description Minutes on foot at 80 metres a minute. */
                walk_minutes: number | null;
            } | null;
            /** @description Kinds of place, the most frequent first. */
            by_kind: {
                /** @description Kind. */
                kind: string;
                /** @description Number of places. */
                count: number;
                /** @description Distance of the nearest whose distance is known, metres. */
                nearest_m: number | null;
            }[];
            /** @description Places, nearest first. */
            items: components["schemas"]["AmenityItem"][];
            /** @description Why the count is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Fixed broadband of the postcodes of the place, each postcode counting once. */
        Broadband: {
            /** @description Median measured download speed, megabits a second. */
            median_down_mbps: number | null;
            /** @description Premises that can have 30 megabits a second, per cent. */
            superfast_pct: number | null;
            /** @description Premises that can have 300 megabits a second, per cent. */
            ultrafast_pct: number | null;
            /** @description Premises that can have fibre to the home, per cent; null if the file has no such column. */
            full_fibre_pct: number | null;
            /** @description Premises that can have 1,000 megabits a second, per cent. */
            gigabit_pct: number | null;
            /** @description Number of postcodes. */
            postcodes: number;
            /** @description Edition of the shares of premises, YYYY-MM or YYYY. */
            as_of: string | null;
            /** @description Edition of the speed, YYYY-MM or YYYY: the publisher has files of their own for speeds, which may be older. */
            speeds_as_of: string | null;
        };
        /** @description The amenities around a place. */
        NearbyInfrastructure: {
            /** @description The requested categories. */
            categories: components["schemas"]["AmenityGroup"][];
            /** @description The same categories from OpenStreetMap alone, under its own licence; null if it is not loaded. Where nothing is found, a count is null instead of 0 if the loaded extract has hardly any place of the category, or none of any category around. */
            openstreetmap: {
                /** @description Licence of this block. */
                licence: string;
                /** @description Words that the licence asks to be shown with this block. */
                attribution: string;
                /** @description The requested categories. */
                categories: components["schemas"]["AmenityGroup"][];
            } | null;
            /** @description Broadband of the place; null with a reason in meta.warnings. */
            broadband: components["schemas"]["Broadband"] | null;
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description Kind of risk.
         * @enum {string}
         */
        RiskType: "flood_rivers_sea" | "flood_surface_water" | "coastal_erosion" | "radon" | "coal_mining" | "historic_landfill" | "noise" | "air_quality";
        /**
         * @description How high the risk is on one scale for all types; the publisher's own words are in native_band.
         * @enum {string}
         */
        RiskLevel: "none" | "very_low" | "low" | "medium" | "high";
        /** @description An area of a publisher's map that contains the property's point. */
        RiskArea: {
            /** @description Layer of the map, such as noise-rail. */
            kind: string;
            /** @description Identifier that the publisher gives the area. */
            reference: string | null;
            /** @description Name of the area. */
            name: string | null;
            /** @description The publisher's own band or class. */
            band: string | null;
            /** @description Further facts of the area, as published. */
            attributes: {
                [key: string]: string;
            };
        };
        /** @description One type of risk at the property. */
        Risk: {
            type: components["schemas"]["RiskType"];
            /** @description Level; null with a reason where it is not known. */
            level: components["schemas"]["RiskLevel"] | null;
            /** @description The publisher's own band; null if the point is in no area. */
            native_band: string | null;
            /** @description Chance in a year that the publisher gives its band, per cent; null if it gives none. */
            annual_probability_pct: {
                /** @description Lower end, per cent. */
                min: number | null;
                /** @description Upper end, per cent. */
                max: number | null;
            } | null;
            /** @description The areas that contain the point, most severe first. */
            evidence: components["schemas"]["RiskArea"][];
            /**
             * @description How place and map were brought together.
             * @enum {string}
             */
            spatial_basis: "point_in_polygon" | "grid_1km" | "nearest";
            /**
             * @description Always false: no such map is made for single properties.
             * @constant
             */
            property_specific: false;
            /** @description Identifier of the dataset; null if the nation has none. */
            source: string | null;
            /**
             * Format: date
             * @description Day on which the operator loaded the source.
             */
            as_of: string | null;
            /** @description Why the level is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Risks of one property. */
        PropertyRisks: {
            /** @description The UPRN asked for, without leading zeros. */
            uprn: string;
            /** @description One entry for each type asked for. */
            risks: components["schemas"]["Risk"][];
            /** @description Designations that restrict building at the home, one entry for each kind, free; empty if the request names types. */
            designations: components["schemas"]["Designation"][];
            /** @description All types in short. */
            summary: {
                /** @description Highest level among the answered types; null if there is none. */
                highest: components["schemas"]["RiskLevel"] | null;
                /** @description Number of types with a level, which is what is charged. */
                types_answered: number;
                /** @description Types without a level. */
                types_unsupported: components["schemas"]["RiskType"][];
            };
            meta: components["schemas"]["Meta"];
        };
        /** @description The property that the sales are compared with. */
        Subject: {
            /** @description Unique Property Reference Number. */
            uprn: string;
            /** @description Full address, upper case. */
            address: string;
            /** @description Postcode. */
            postcode: string;
            /** @description Kind of dwelling as it was last sold, else as its certificate tells it; null without either. */
            property_type: components["schemas"]["PropertyType"] | null;
            /** @description Estate of its last sale; null without one. */
            tenure: components["schemas"]["Tenure"] | null;
            /** @description Total floor area, square metres. */
            floor_area_sqm: number | null;
            /** @description Band of building years; null if no certificate tells it. */
            construction_age: string | null;
        };
        /** @description Similarity of the sale to the subject, or to the centre of the area, in each respect; null if unknown. */
        SimilarityParts: {
            /** @description 1 = the same place or postcode, 0.5 at 250 m for a subject. */
            distance: number | null;
            /** @description 1 = today, 0.5 at two years. */
            recency: number | null;
            /** @description 1 = the same kind of dwelling. */
            property_type: number | null;
            /** @description 1 = the same tenure. */
            tenure: number | null;
            /** @description 1 = the same floor area, 0.5 at a quarter more or less. */
            floor_area: number | null;
            /** @description 1 = the same band of building years. */
            construction_age: number | null;
        };
        /** @description A sale that can be compared. */
        Comparable: {
            /** @description Identifier of the sale as its publisher writes it in the price paid file, upper case in braces. */
            transaction_id: string;
            /** @description UPRN, if the sale could be linked. */
            uprn: string | null;
            /** @description Address as registered. */
            address: string;
            /** @description Postcode. */
            postcode: string | null;
            /** @description WGS84 degrees north. */
            latitude: number | null;
            /** @description WGS84 degrees east. */
            longitude: number | null;
            /** @description Straight distance to the subject, or to the middle of the area, metres; null if only its postcode is known and is theirs. */
            distance_m: number | null;
            position: components["schemas"]["Position"];
            /**
             * Format: date
             * @description Date of the deed.
             */
            date: string;
            /** @description Price paid, pounds. */
            price: number;
            /** @description Price carried to today by the index, pounds; null without one that reaches it. */
            adjusted_price: number | null;
            /** @description Price paid per square foot, pounds. */
            price_per_sqft: number | null;
            /** @description Price paid per square metre, pounds. */
            price_per_sqm: number | null;
            /** @description Floor area by the newest certificate with a usable one, square metres; the other facts of the home are by its newest certificate. */
            floor_area_sqm: number | null;
            /** @description Dataset that gave the floor area. */
            floor_area_source: string | null;
            property_type: components["schemas"]["PropertyType"];
            /** @description Attachment, such as mid-terrace. */
            build_form: string | null;
            /** @description Number of habitable rooms. */
            habitable_rooms: number | null;
            /** @description Estate that was sold. */
            tenure: components["schemas"]["Tenure"] | null;
            /** @description True for the first sale of a new building. */
            new_build: boolean;
            /**
             * @description standard = full market value to a private buyer.
             * @enum {string}
             */
            category: "standard" | "additional";
            /** @description Energy rating letter of the newest certificate. */
            epc_rating: string | null;
            /** @description Mean of the parts, without those that are unknown of the subject or area. Of what is unknown of the sale alone, the distance counts as 0 and any other part as 0.5. */
            similarity: number;
            similarity_parts: components["schemas"]["SimilarityParts"];
        };
        /** @description Distributions over all sales that matched, however few of them are shown. */
        ComparablesSummary: {
            price: components["schemas"]["Quantiles"];
            adjusted_price: components["schemas"]["Quantiles"];
            price_per_sqft: components["schemas"]["Quantiles"];
        };
        /** @description Comparable sales. */
        Comparables: {
            /** @description The property; null if the request names an area. */
            subject: components["schemas"]["Subject"] | null;
            /** @description In the order asked for. */
            comparables: components["schemas"]["Comparable"][];
            /** @description Number of sales returned. */
            count: number;
            summary: components["schemas"]["ComparablesSummary"];
            /** @description Rank of the last price of the subject, adjusted to today, among all matches; null if it never sold, with fewer than 5, and of a last sale that was not at full market value, unless category=all. */
            subject_percentile: number | null;
            meta: components["schemas"]["Meta"];
        };
        /** @description Prices of one kind of dwelling. */
        TypePrices: {
            property_type: components["schemas"]["PropertyType"];
            price: components["schemas"]["Quantiles"];
            /** @description Pounds per square foot, of the sales whose floor area is known; null without any. */
            price_per_sqft: components["schemas"]["Quantiles"] | null;
        };
        /** @description Prices of one tenure. */
        TenurePrices: {
            tenure: components["schemas"]["Tenure"];
            price: components["schemas"]["Quantiles"];
        };
        /** @description Growth from an index, unaffected by a change of mix. */
        Growth: {
            /** @description Over one year, per cent. */
            y1: number | null;
            /** @description Over three years, per cent. */
            y3: number | null;
            /** @description Over five years, per cent. */
            y5: number | null;
            /** @description Over ten years, per cent. */
            y10: number | null;
            /** @description Index that was used. */
            index: string | null;
            /** @description Area whose index it is. */
            area: string | null;
            /** @description Month at which growth ends, YYYY-MM: the last published one. */
            to_month: string | null;
        };
        /** @description One month. */
        MonthPrices: {
            /** @description Month, YYYY-MM. */
            month: string;
            /** @description Median price, pounds; null below 5 sales. */
            median: number | null;
            /** @description Number of sales. */
            n: number;
            /** @description Index, 100 in the first month with one; null outside its published months. */
            index: number | null;
            /** @description True for the three newest loaded months: not all of their sales are registered yet. */
            provisional: boolean;
        };
        /** @description Prices of an area. */
        MarketPrices: {
            price: components["schemas"]["Quantiles"];
            /** @description Pounds per square foot, of the sales whose floor area is known; null without any. */
            price_per_sqft: components["schemas"]["Quantiles"] | null;
            /** @description One row for each kind of dwelling that was sold. */
            by_property_type: components["schemas"]["TypePrices"][];
            /** @description One row for each tenure that was sold. */
            by_tenure: components["schemas"]["TenurePrices"][];
            /** @description Sales in the period; a warning counts those that are left out. */
            sales_count: number;
            /** @description Sales in as many days before it; the days after the newest loaded sale are left out of both. */
            sales_count_prior: number;
            /** @description Change of the number of sales, per cent; null if there were fewer than five before, if the newest loaded sale is more than three months old, or if sales are not loaded from the beginning of the period before. */
            volume_change_pct: number | null;
            growth_pct: components["schemas"]["Growth"];
            /** @description Change of the median against the year before, per cent; it moves with the mix of what is sold. */
            raw_change_1y_pct: number | null;
            /** @description Months from that of the oldest loaded sale to that of the newest, oldest first; earlier and later months are not known. */
            history: components["schemas"]["MonthPrices"][];
            /**
             * @description Pounds sterling.
             * @constant
             */
            currency: "GBP";
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description A part of the profile.
         * @enum {string}
         */
        ProfileSectionName: "population" | "age" | "households" | "tenure" | "occupation" | "qualifications" | "car_availability" | "income" | "deprivation" | "crime" | "council_tax" | "urban_rural" | "broadband";
        /** @description The area that a section is about. */
        ProfileGeography: {
            /**
             * @description small_area = LSOA or data zone; middle_area = MSOA; local_authority where small areas are not loaded; postcode for broadband.
             * @enum {string}
             */
            level: "small_area" | "middle_area" | "local_authority" | "postcode";
            /** @description Number of areas. */
            areas: number;
            /** @description Their codes, at most 20. */
            codes: string[];
            /** @description True if areas are partly in the place and are weighted by the share of their postcodes. */
            apportioned: boolean;
        };
        /** @description The same figure elsewhere. */
        ProfileComparator: {
            /** @description Code of the authority or nation. */
            code: string;
            /** @description The headline figure there; null for sections that compare each category. */
            value: number | null;
        };
        /** @description Figures to compare with; null if they are not loaded. Income, deprivation and urban_rural have none. */
        ProfileComparators: {
            /** @description Authority of the place. */
            local_authority: components["schemas"]["ProfileComparator"] | null;
            /** @description Nation of the place. */
            national: components["schemas"]["ProfileComparator"] | null;
        };
        /** @description Residents. */
        PopulationSection: {
            /** @description Figures; null with a reason. */
            data: {
                /** @description Usual residents. */
                residents: number;
                /** @description Residents under 20, per cent. */
                under_20_pct: number;
                /** @description Residents of 65 and over, per cent. */
                over_65_pct: number;
            } | null;
            /** @description Area of the figures; null if there are none. */
            geography: components["schemas"]["ProfileGeography"] | null;
            /** @description Date of the figures: a year, a month or a day. */
            as_of: string | null;
            /** @description Identifier of the dataset. */
            source: string | null;
            comparators: components["schemas"]["ProfileComparators"];
            /** @description Why data is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Shares of a whole. */
        BreakdownSection: {
            /** @description Figures; null with a reason. */
            data: {
                /** @description What is counted, such as households. */
                unit: string;
                /** @description Number counted in all. */
                total: number;
                /** @description Categories in the order of the publisher. */
                categories: {
                    /** @description Stable name. */
                    key: string;
                    /** @description Name for people. */
                    label: string;
                    /** @description Number, rounded where apportioned. */
                    count: number;
                    /** @description Share of the total, per cent. */
                    pct: number;
                    /** @description Share in the authority, per cent. */
                    local_authority_pct: number | null;
                    /** @description Share in the nation, per cent. */
                    national_pct: number | null;
                }[];
            } | null;
            /** @description Area of the figures; null if there are none. */
            geography: components["schemas"]["ProfileGeography"] | null;
            /** @description Date of the figures: a year, a month or a day. */
            as_of: string | null;
            /** @description Identifier of the dataset. */
            source: string | null;
            comparators: components["schemas"]["ProfileComparators"];
            /** @description Why data is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Mean income of households as ONS models it, England and Wales. */
        IncomeSection: {
            /** @description Figures; null with a reason. */
            data: {
                /** @description Mean total income of a household before tax, pounds a year; weighted by postcodes over several areas. */
                mean_household_income: number;
                /** @description Lower end of the 95 % confidence interval, pounds a year; null for several areas. */
                lower: number | null;
                /** @description Upper end of the 95 % confidence interval, pounds a year; null for several areas. */
                upper: number | null;
            } | null;
            /** @description Area of the figures; null if there are none. */
            geography: components["schemas"]["ProfileGeography"] | null;
            /** @description Date of the figures: a year, a month or a day. */
            as_of: string | null;
            /** @description Identifier of the dataset. */
            source: string | null;
            comparators: components["schemas"]["ProfileComparators"];
            /** @description Why data is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Deprivation by the index of each nation that the place is in; indices are not comparable. */
        DeprivationSection: {
            /** @description Figures; null with a reason. */
            data: {
                /**
                 * @description Always false.
                 * @constant
                 */
                comparable_across_nations: false;
                /** @description One entry for each nation. */
                indices: {
                    /**
                     * @description IMD = England; WIMD = Wales; SIMD = Scotland.
                     * @enum {string}
                     */
                    index: "IMD" | "WIMD" | "SIMD";
                    country: components["schemas"]["Country"];
                    /**
                     * @description The nearest level of which an edition is loaded: small_area = LSOA or data zone; middle_area = MSOA; local_authority = no area of the place but its authority alone.
                     * @enum {string}
                     */
                    level: "small_area" | "middle_area" | "local_authority";
                    /** @description Edition. */
                    year: number;
                    /** @description Number of areas of this level. */
                    areas: number;
                    /** @description Rank of the area, 1 the most deprived; null for several areas. */
                    rank: number | null;
                    /** @description Number of areas that are ranked. */
                    of: number | null;
                    /** @description Tenth of areas, 1 the most deprived; the middle one for several areas. */
                    decile: number | null;
                    /** @description Score, if the index has one; null for several areas. */
                    score: number | null;
                    /** @description Rank in each domain; null for several areas, or if no loaded file has them. */
                    domains: {
                        [key: string]: number | null;
                    } | null;
                    /** @description Share of the place in each tenth, per cent. */
                    deciles: {
                        [key: string]: number;
                    };
                    /** @description The authority among authorities, by its average score; null if it is not loaded. */
                    local_authority: {
                        /** @description GSS code. */
                        code: string;
                        /** @description Edition. */
                        year: number;
                        /** @description Rank, 1 the most deprived. */
                        rank: number | null;
                        /** @description Number of authorities. */
                        of: number | null;
                        /** @description Average score. */
                        score: number | null;
                    } | null;
                }[];
            } | null;
            /** @description Area of the figures; null if there are none. */
            geography: components["schemas"]["ProfileGeography"] | null;
            /** @description Date of the figures: a year, a month or a day. */
            as_of: string | null;
            /** @description Identifier of the dataset. */
            source: string | null;
            comparators: components["schemas"]["ProfileComparators"];
            /** @description Why data is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Street-level crime of the last twelve months, England and Wales. */
        CrimeSection: {
            /** @description Figures; null with a reason. */
            data: {
                /** @description Incidents in the months that are present. */
                incidents: number;
                /** @description Incidents in twelve months; null if a month is missing. */
                incidents_12m: number | null;
                /** @description Incidents in twelve months for each 1,000 residents; null if a month or the population is missing. */
                per_1000: number | null;
                /** @description Incidents of these forces without a place in the loaded months, so they may be here; counted in no other figure. */
                without_location: number;
                /** @description Kinds of crime, the most frequent first. */
                by_category: {
                    /** @description Kind, in the words of the source. */
                    category: string;
                    /** @description Incidents in the months that are present; rounded where apportioned, so that the kinds may not add up to `incidents`. */
                    incidents: number;
                }[];
                /** @description Police forces of the place. */
                forces: string[];
                /** @description Months of the last twelve that every force of the place has given. */
                months_present: string[];
                /** @description Months of a force of the place that are not loaded, or that it left out. */
                months_missing: string[];
                /**
                 * @description Always true: positions are moved to anonymous points.
                 * @constant
                 */
                locations_approximate: true;
            } | null;
            /** @description Area of the figures; null if there are none. */
            geography: components["schemas"]["ProfileGeography"] | null;
            /** @description Date of the figures: a year, a month or a day. */
            as_of: string | null;
            /** @description Identifier of the dataset. */
            source: string | null;
            comparators: components["schemas"]["ProfileComparators"];
            /** @description Why data is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Urban or rural, by each nation's own classes. */
        UrbanRuralSection: {
            /** @description Figures; null with a reason. */
            data: {
                /** @description Whether the place is urban; null if parts of it are not. */
                urban: boolean | null;
                /** @description Classes of the small areas, the largest share first. */
                classes: {
                    /** @description Code of the class. */
                    code: string;
                    /** @description Name of the class. */
                    name: string;
                    /** @description Share of the small areas of the place, per cent. */
                    pct: number;
                }[];
            } | null;
            /** @description Area of the figures; null if there are none. */
            geography: components["schemas"]["ProfileGeography"] | null;
            /** @description Date of the figures: a year, a month or a day. */
            as_of: string | null;
            /** @description Identifier of the dataset. */
            source: string | null;
            comparators: components["schemas"]["ProfileComparators"];
            /** @description Why data is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Broadband of the postcodes of the place. */
        BroadbandSection: {
            /** @description Figures; null with a reason. Comparators are of the median download speed. */
            data: components["schemas"]["Broadband"] | null;
            /** @description Area of the figures; null if there are none. */
            geography: components["schemas"]["ProfileGeography"] | null;
            /** @description Date of the figures: a year, a month or a day. */
            as_of: string | null;
            /** @description Identifier of the dataset. */
            source: string | null;
            comparators: components["schemas"]["ProfileComparators"];
            /** @description Why data is null. */
            reason: components["schemas"]["NullReason"] | null;
        };
        /** @description Profile of the area around a place. */
        AreaProfile: {
            /** @description Sections as asked for. */
            sections: {
                population?: components["schemas"]["PopulationSection"];
                age?: components["schemas"]["BreakdownSection"];
                households?: components["schemas"]["BreakdownSection"];
                tenure?: components["schemas"]["BreakdownSection"];
                occupation?: components["schemas"]["BreakdownSection"];
                qualifications?: components["schemas"]["BreakdownSection"];
                car_availability?: components["schemas"]["BreakdownSection"];
                income?: components["schemas"]["IncomeSection"];
                deprivation?: components["schemas"]["DeprivationSection"];
                crime?: components["schemas"]["CrimeSection"];
                council_tax?: components["schemas"]["BreakdownSection"];
                urban_rural?: components["schemas"]["UrbanRuralSection"];
                broadband?: components["schemas"]["BroadbandSection"];
            };
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description State on one scale for all authorities; their own word is in native_status. other = neither approved nor refused; unknown = the word or code is unknown here.
         * @enum {string}
         */
        ApplicationStatus: "pending" | "approved" | "refused" | "withdrawn" | "appeal" | "other" | "unknown";
        /**
         * @description Kind of application, from the authority's own type.
         * @enum {string}
         */
        ApplicationCategory: "householder" | "full" | "outline" | "prior_approval" | "heritage" | "trees" | "conditions" | "amendment" | "advertising" | "lawfulness" | "other";
        /** @description The authority that decides or licenses. */
        PlanningAuthority: {
            /** @description GSS code. */
            code: string | null;
            /** @description Name, if a loaded source gives it. */
            name: string | null;
        };
        /** @description One application. */
        PlanningApplication: {
            /** @description Identifier here, of source and authority and reference. */
            id: string;
            /** @description The authority's own reference. */
            reference: string;
            /** @description Where it was loaded from: planit, london-datahub, planning-data or council. */
            source: string;
            authority: components["schemas"]["PlanningAuthority"];
            /** @description Address as published. */
            address: string | null;
            /** @description UPRN, if the source gives it. */
            uprn: string | null;
            /** @description What is applied for. */
            description: string;
            /** @description The authority's own type. */
            type: string | null;
            category: components["schemas"]["ApplicationCategory"];
            status: components["schemas"]["ApplicationStatus"];
            /** @description The authority's own word for the state. */
            native_status: string | null;
            /** @description The authority's own word or code for the decision. */
            decision: string | null;
            /**
             * Format: date
             * @description Day of receipt.
             */
            received: string | null;
            /**
             * Format: date
             * @description Day of validation.
             */
            validated: string | null;
            /**
             * Format: date
             * @description Day of the decision.
             */
            decided: string | null;
            /** @description The appeal, if there is one. */
            appeal: {
                /** @description State of the appeal as published. */
                status: string;
                /**
                 * Format: date
                 * @description Day of its decision.
                 */
                decided: string | null;
            } | null;
            /** @description WGS84 degrees north. */
            latitude: number | null;
            /** @description WGS84 degrees east. */
            longitude: number | null;
            /** @description Straight line from the place in metres; null if only its postcode is known and equals that of the place. */
            distance_m: number | null;
            position: components["schemas"]["Position"];
            /**
             * @deprecated
             * @description Whether `position` is postcode; kept for clients of version 1.1.
             */
            position_is_postcode: boolean;
            /** @description The application on the authority's site. */
            url: string | null;
        };
        /** @description What a source has for an authority. */
        AuthorityCoverage: {
            authority: components["schemas"]["PlanningAuthority"];
            /** @description planit, london-datahub, planning-data or council. */
            source: string;
            /**
             * Format: date-time
             * @description When the operator last loaded the source.
             */
            source_checked_at: string;
            /**
             * Format: date
             * @description Day of its newest application of this authority.
             */
            newest_application: string | null;
            /**
             * @description What the source has: partial = its files state more records than they contain, or contain too few or too old ones for the period, or only those of a council that became a part of it.
             * @enum {string}
             */
            status: "covered" | "partial";
            /** @description Why it is partial, in a sentence. */
            note: string | null;
        };
        /** @description Applications around a place. */
        PlanningApplications: {
            /** @description Applications, newest first. */
            applications: components["schemas"]["PlanningApplication"][];
            /** @description Number listed here. */
            count: number;
            /** @description Number that meet the request. */
            total: number;
            /** @description Ask with it for the next page; null on the last. */
            next_cursor: string | null;
            /** @description All that meet the request. */
            summary: {
                /** @description Number by status. */
                by_status: {
                    [key: string]: number;
                };
                /** @description Approved share of decisions, per cent, whatever status is requested; null below 5 decisions. */
                approval_rate_pct: number | null;
                /** @description Applications whose outcome is not read from the authority's word or code, whatever status is asked for; outside the rate. */
                outcomes_unknown: number;
                /** @description Median days from validation (else receipt) to decision; null below 5 decisions. */
                median_decision_days: number | null;
                /** @description Further applications of the same authorities that match the request and have no known position, so they may be here; counted in no other figure. */
                unplaced: number;
            };
            /** @description Sources of the authorities that the place reaches into; meta.coverage also names authorities without one. */
            coverage: components["schemas"]["AuthorityCoverage"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description One entry of a register. */
        HmoLicence: {
            authority: components["schemas"]["PlanningAuthority"];
            /** @description Number of the licence. */
            licence_number: string | null;
            /**
             * @description Scheme under which it is licensed; exemption = a temporary exemption from licensing.
             * @enum {string}
             */
            licence_type: "mandatory" | "additional" | "selective" | "exemption" | "not_stated";
            /**
             * @description Status on the day of the request, from the dates and the register's own word.
             * @enum {string}
             */
            status: "active" | "expired" | "pending";
            /** @description The register's own word. */
            native_status: string | null;
            /** @description Address as in the register. */
            address: string;
            /** @description Postcode. */
            postcode: string | null;
            /** @description UPRN as in the register, or linked by the address. */
            uprn: string | null;
            /** @description 1 if the register gives the UPRN; otherwise the confidence of the address match, 0 to 1. */
            uprn_confidence: number | null;
            /**
             * Format: date
             * @description First day; null if it is not plausible.
             */
            issued: string | null;
            /**
             * Format: date
             * @description First day as published, if it is not plausible: before 1990 or more than ten years from today.
             */
            issued_as_published: string | null;
            /**
             * Format: date
             * @description Last day; null if it is not plausible.
             */
            expires: string | null;
            /**
             * Format: date
             * @description Last day as published, if it is not plausible: before 1990 or more than ten years from today.
             */
            expires_as_published: string | null;
            /** @description People allowed. */
            max_occupants: number | null;
            /** @description Households allowed. */
            max_households: number | null;
            /** @description Storeys. */
            storeys: number | null;
            /** @description Rooms for sleeping, or lettable units, as the register counts. */
            rooms_sleeping: number | null;
            /** @description WGS84 degrees north. */
            latitude: number | null;
            /** @description WGS84 degrees east. */
            longitude: number | null;
            /** @description Straight line from the place in metres; null if only its postcode is known and equals that of the place. */
            distance_m: number | null;
            position: components["schemas"]["Position"];
        };
        /** @description A loaded register of an authority. */
        RegisterCoverage: {
            authority: components["schemas"]["PlanningAuthority"];
            /** @description Name of the register. */
            register: string;
            /**
             * @description Whether it is loaded.
             * @constant
             */
            loaded: true;
            /**
             * Format: date
             * @description Date of the register, if the operator gave it.
             */
            register_date: string | null;
            /**
             * Format: date-time
             * @description When the operator loaded it.
             */
            loaded_at: string;
            /**
             * Format: date
             * @description First day of its newest licence.
             */
            newest_licence: string | null;
        };
        /** @description Licensed houses around a place. */
        HmoRegister: {
            /** @description Entries, nearest first. */
            results: components["schemas"]["HmoLicence"][];
            /** @description Number listed here. */
            count: number;
            /** @description Number that meet the request. */
            total: number;
            /** @description Ask with it for the next page; null on the last. */
            next_cursor: string | null;
            /** @description All that meet the request. */
            summary: {
                /** @description Number of licences that meet the request. */
                count: number;
                /** @description Number of licences by status, whichever status is asked for. */
                by_status: {
                    /** @description In force. */
                    active: number;
                    /** @description Ended. */
                    expired: number;
                    /** @description Applied for, or granted from a later day. */
                    pending: number;
                };
                /** @description For each thousand addresses known in the same area; null if registers or addresses do not cover all of it. */
                per_1000_dwellings: number | null;
                /** @description Further licences of the same authorities that match the request and have no known position, so they may be here; counted in no other figure. */
                unplaced: number;
            };
            /** @description Whether an Article 4 direction takes away the right to turn a home into a small shared house here (England); null with a reason. */
            article_4: boolean | null;
            /** @description Registers of the authorities that the place reaches into; meta.coverage names those without one as well. */
            coverage: components["schemas"]["RegisterCoverage"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description A company that owns the title. */
        Proprietor: {
            /** @description Name of the company. */
            name: string;
            /** @description Registration number, if the register has it. */
            company_number: string | null;
            /** @description Kind of proprietor as published. */
            category: string;
            /** @description Country in which it was formed, of companies formed abroad. */
            country_incorporated: string | null;
            /**
             * Format: date
             * @description Day on which the proprietors were registered.
             */
            added: string | null;
        };
        /** @description A title that a company owns. */
        Title: {
            /** @description Title number, upper case. */
            title_number: string;
            /**
             * @description Nation, if its file names the region.
             * @enum {string|null}
             */
            country: "England" | "Wales" | null;
            /** @description Estate. */
            tenure: components["schemas"]["Tenure"] | null;
            /** @description Class of title: in no open file. */
            class: null;
            /** @description Address as published. */
            property_address: string | null;
            /** @description Postcode as published. */
            postcode: string | null;
            /** @description District as published. */
            local_authority: string | null;
            /** @description Who owns it. */
            ownership: {
                /**
                 * @description overseas_company if any proprietor was formed abroad.
                 * @enum {string}
                 */
                type: "uk_company" | "overseas_company";
                /** @description Company proprietors, up to four of each file. */
                proprietors: components["schemas"]["Proprietor"][];
                /** @description Whether the register has more proprietors than the four that a file names; null if the loaded files do not say. */
                more_proprietors: boolean | null;
            };
            /** @description Price on the register, pounds. */
            price_paid: number | null;
            /** @description Registered leases: no loaded file has them. */
            leases: null;
            /** @description Restrictive covenants: no loaded file has them. */
            covenant_indicator: null;
            /** @description UPRNs whose address matches that of the title. Where there is none a warning says why. */
            linked_uprns: string[];
            /** @description Open data cannot join a title to its boundary. */
            boundary: null;
            meta: components["schemas"]["Meta"];
        };
        /** @description An API key, without its secret. */
        Key: {
            /**
             * Format: uuid
             * @description Identifier of the key.
             */
            id: string;
            /** @description First characters of the key. */
            prefix: string;
            /** @description Label given by the operator; null if none. */
            label: string | null;
            /**
             * @description Test keys deduct nothing.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description Key it belongs under, for a sub-key; else null. */
            parent_id: string | null;
            /** @description Hard cap, credits a month, for the key and its sub-keys together; null = the allowance of the account. */
            monthly_cap: number | null;
            /** @description Credits deducted through this key and its sub-keys this month. */
            used_this_month: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was revoked; null if it was not.
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Last call, to within a second or two; null if there was none.
             */
            last_used_at: string | null;
        };
        /** @description Account, key, credits and limits. */
        Account: {
            /** @description The account. */
            account: {
                /**
                 * Format: uuid
                 * @description Identifier.
                 */
                id: string;
                /** @description Name given by the operator. */
                name: string;
                /** @description Plan. */
                plan: string;
            };
            key: components["schemas"]["Key"];
            /** @description Credits of this key for this calendar month, UTC. */
            credits: {
                /** @description Credits a month: the plan, or the cap of the key or of its parent where lower. */
                allowance: number;
                /** @description Credits used this month against that allowance. */
                used: number;
                /** @description Credits that this key can still spend this month. */
                remaining: number;
                /**
                 * Format: date-time
                 * @description When the next month begins.
                 */
                resets_at: string;
            };
            /** @description Requests that the key may make. */
            rate_limit: {
                /** @description Requests in a window. */
                limit: number;
                /**
                 * @description Length of the window, seconds.
                 * @constant
                 */
                window_s: 10;
            };
            /** @description Sub-keys of a parent key, at most 200, active ones first, newest first. */
            sub_keys?: components["schemas"]["Key"][];
            /** @description Number of all sub-keys of a parent key, unlisted and revoked ones too. */
            sub_keys_total?: number;
            meta: components["schemas"]["Meta"];
        };
        /** @description Totals of the period. */
        UsageTotals: {
            /** @description Calls. */
            calls: number;
            /** @description Credits charged. */
            credits: number;
            /** @description Credits that calls with test keys would have cost. */
            would_be_credits: number;
            /** @description Calls that were not answered with a 2xx. */
            errors: number;
        };
        /** @description Usage of one endpoint. */
        EndpointUsage: {
            /** @description Path, such as /addresses/search. */
            endpoint: string;
            /** @description Operation, such as addresses.search. */
            operation: string;
            /** @description Calls. */
            calls: number;
            /** @description Credits charged. */
            credits: number;
            /** @description Credits that calls with test keys would have cost. */
            would_be_credits: number;
            /** @description Calls answered with a 2xx. */
            ok: number;
            /** @description Calls answered with a 4xx. */
            client_errors: number;
            /** @description Calls answered with a 5xx. */
            server_errors: number;
            /** @description 95th percentile of the time in the server, milliseconds: the upper end of its histogram bucket. */
            p95_ms: number | null;
        };
        /** @description Usage of one day. */
        DailyUsage: {
            /**
             * Format: date
             * @description Day, UTC.
             */
            date: string;
            /** @description Calls. */
            calls: number;
            /** @description Credits charged. */
            credits: number;
        };
        /** @description Usage of one key. */
        KeyUsage: {
            /**
             * Format: uuid
             * @description Identifier of the key.
             */
            key_id: string;
            /** @description First characters of the key. */
            prefix: string;
            /** @description Label given by the operator. */
            label: string | null;
            /** @description Calls. */
            calls: number;
            /** @description Credits charged. */
            credits: number;
        };
        /** @description Usage over a period. */
        Usage: {
            /** @description First and last day, UTC. */
            period: {
                /**
                 * Format: date
                 * @description First day.
                 */
                from: string;
                /**
                 * Format: date
                 * @description Last day.
                 */
                to: string;
            };
            totals: components["schemas"]["UsageTotals"];
            /** @description One row for each endpoint that was called. */
            endpoints: components["schemas"]["EndpointUsage"][];
            /** @description One row for each day with calls. */
            daily: components["schemas"]["DailyUsage"][];
            /** @description One row for each key with calls that this key may see. */
            keys: components["schemas"]["KeyUsage"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description One thing that the server needs. */
        ReadinessCheck: {
            /**
             * @description database = it answers; schema = it has the tables of this version; data = a dataset is loaded.
             * @enum {string}
             */
            name: "database" | "schema" | "data";
            /** @description Whether it is so. */
            ready: boolean;
            /** @description What is missing, where something is. */
            detail: string | null;
        };
        /** @description A release of which rows are served. */
        ServedRelease: {
            /** @description Name of the release; null if unknown. */
            release: string | null;
            /** @description Rows of it that are served. */
            rows: number;
            /** @description Share of the rows served, per cent. */
            share_pct: number;
            /**
             * Format: date
             * @description Date of its newest record.
             */
            newest_record: string | null;
            /**
             * Format: date-time
             * @description When it was loaded last.
             */
            loaded_at: string;
        };
        /** @description One dataset that this server can load. */
        DatasetStatus: {
            /** @description Identifier, as in `domesday load <id>`. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Nations that it covers. */
            countries: components["schemas"]["Country"][];
            /** @description Release that most of the rows served are of. */
            release: string | null;
            /** @description The releases that the rows served are of, largest share first. */
            releases: components["schemas"]["ServedRelease"][];
            /**
             * Format: date
             * @description Date of the newest record that is served.
             */
            newest_record: string | null;
            /**
             * Format: date-time
             * @description When the newest of what is served was loaded.
             */
            loaded_at: string | null;
            /** @description Rows that are served, of all its loads. */
            rows: number;
            /**
             * @description State of the served data: stale = a newer release has been due for a quarter of the publishing interval or a week, whichever is longer; not_judged = the publisher has no regular interval, or the age of the release is unknown.
             * @enum {string}
             */
            state: "fresh" | "stale" | "missing" | "not_judged";
            /** @description Why it is not fresh, in a sentence. */
            state_reason: string | null;
            /**
             * Format: date
             * @description Day by which its publisher should have a newer one.
             */
            next_expected: string | null;
            /** @description Terms. */
            licence: string;
            /** @description Words that its licence asks to be shown. */
            attribution: string;
            /** @description Operations that read it. */
            used_by: string[];
        };
        /** @description How ready an operation is. */
        OperationStatus: {
            /** @description Operation, such as addresses.search. */
            name: string;
            /** @description For each nation: full = every dataset it reads is loaded; partial = some, and enough for answers; none = what every answer needs is not loaded, or is not published for the nation. */
            ready: {
                /**
                 * @description England.
                 * @enum {string}
                 */
                England: "full" | "partial" | "none";
                /**
                 * @description Wales.
                 * @enum {string}
                 */
                Wales: "full" | "partial" | "none";
                /**
                 * @description Scotland.
                 * @enum {string}
                 */
                Scotland: "full" | "partial" | "none";
            };
            /** @description The command that would load what is missing, first what every answer needs. */
            how_to_fix: string | null;
        };
        /** @description State of the service. */
        Status: {
            /**
             * @description degraded = an operation is ready in no nation.
             * @enum {string}
             */
            status: "ok" | "degraded" | "down";
            /**
             * @description The process answers.
             * @constant
             */
            alive: true;
            /** @description True if every check passes, so requests can be sent here. */
            ready: boolean;
            /** @description What this server needs to answer requests. */
            checks: components["schemas"]["ReadinessCheck"][];
            /** @description Version of this server. */
            version: string;
            /**
             * @description Version of the interface.
             * @constant
             */
            api_version: "1.1";
            /** @description Every dataset that this server can load. */
            datasets: components["schemas"]["DatasetStatus"][];
            /** @description Every operation. */
            operations: components["schemas"]["OperationStatus"][];
            /** @description What to do next, where something is missing; null if nothing is. */
            how_to_fix: string | null;
            meta: components["schemas"]["Meta"];
        };
        /** @description One operation and its inputs. */
        BatchRequest: {
            /**
             * @description A priced operation, such as `addresses.match`.
             * @example addresses.match
             */
            operation: string;
            /** @description One object of parameters for each input. */
            items: {
                [key: string]: unknown;
            }[];
        };
        /** @description The result of one input. */
        BatchLine: {
            /** @description Place of the input, from 0. */
            index: number;
            /** @description The `ref` of the input; absent if it has none. */
            ref?: string;
            /** @description The HTTP status that a single call would have. */
            status: number;
            /** @description What the input was charged. */
            credits: number;
            /** @description The answer, if the status is 200; a file as a text, Parquet in base64. */
            body?: unknown;
            /** @description What the headers of a file give, such as the total number of rows. */
            headers?: {
                [key: string]: string;
            };
            /** @description Why the input was refused, in the same form as every error, for any other status. */
            error?: {
                [key: string]: unknown;
            };
        };
        /** @description GeoJSON polygon in WGS84, longitude before latitude; the first ring is the outer one, the rest are holes. */
        WithinPolygon: {
            /**
             * @description GeoJSON type.
             * @constant
             */
            type: "Polygon";
            /** @description Closed rings. */
            coordinates: number[][][];
        };
        /** @description GeoJSON multipolygon in WGS84, longitude before latitude; holes are allowed. */
        MultiPolygon: {
            /**
             * @description GeoJSON type.
             * @constant
             */
            type: "MultiPolygon";
            /** @description Polygons, each of closed rings. */
            coordinates: number[][][][];
        };
        /** @description Polygon or multipolygon with at most 2,000 vertices and 2,500 km² together, or a Feature, or a FeatureCollection of one, with it. Altitudes and bbox are ignored; a crs other than WGS84 is refused. */
        WithinGeometry: components["schemas"]["WithinPolygon"] | components["schemas"]["MultiPolygon"];
        /** @description The polygon. */
        WithinRequest: {
            polygon: components["schemas"]["WithinGeometry"];
        };
        /** @description An address with a position. */
        HomeWithin: {
            uprn: components["schemas"]["Uprn"];
            /** @description Full address. */
            address: string;
            /** @description Postcode with its space. */
            postcode: string;
            /** @description Nation; null where its postcode is in no loaded directory. */
            country: string | null;
            /** @description WGS84 degrees north. */
            latitude: number | null;
            /** @description WGS84 degrees east. */
            longitude: number | null;
            position: components["schemas"]["Position"];
        };
        /** @description A page of the homes in a polygon. */
        HomesWithin: {
            /** @description Homes in the polygon. */
            total: number;
            /** @description Homes on this page. */
            count: number;
            /** @description In the order of their UPRNs. */
            results: components["schemas"]["HomeWithin"][];
            /** @description Cursor of the next page; null on the last. */
            next_cursor: string | null;
            meta: components["schemas"]["Meta"];
        };
        /**
         * @description waiting, running, done, cancelled, or stopped for the `reason` before the last input.
         * @enum {string}
         */
        JobState: "waiting" | "running" | "done" | "stopped" | "cancelled";
        /** @description A job. */
        Job: {
            /**
             * Format: uuid
             * @description Identifier.
             */
            id: string;
            /** @description The operation that answers each input. */
            operation: string;
            /**
             * @description Where the inputs come from.
             * @enum {string}
             */
            source: "items" | "polygon" | "outcode" | "local_authority";
            state: components["schemas"]["JobState"];
            /** @description Why it was stopped; null otherwise. */
            reason: ("credit_ceiling_reached" | "credits_exhausted" | "key_cap_reached" | "invalid_key" | "results_too_large" | "data_replaced") | null;
            /** @description Number of inputs. */
            items: number;
            /** @description Inputs that have a line in the results. */
            items_done: number;
            /** @description Those of them that were refused. */
            items_refused: number;
            /** @description Most credits that it may spend. */
            credit_ceiling: number;
            /** @description What all inputs cost if each is answered. */
            credits_at_most: number;
            /** @description What was charged. */
            credits: number;
            /** @description With a test key, what a live key would have been charged. */
            would_be_credits: number;
            /** @description Size of the results as NDJSON. */
            result_bytes: number;
            /**
             * @description Releases of the data behind its answers, as in their `meta.dataset_release`, in the order of first use. More
             *     than one if data were loaded or built while it ran.
             */
            dataset_releases: string[];
            /**
             * Format: date-time
             * @description When it was started by its caller.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its first input was answered.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it was done, stopped or cancelled.
             */
            finished_at: string | null;
            /**
             * Format: date-time
             * @description When it is deleted with its results.
             */
            deleted_at: string | null;
            /** @description Address of the results. */
            results: string;
        };
        /** @description Jobs, newest first. */
        Jobs: {
            /** @description The jobs of this page. */
            jobs: components["schemas"]["Job"][];
            /** @description Cursor of the next page; null on the last. */
            next_cursor: string | null;
        };
        /** @description Exactly one area. Each address that is loaded in it is an input, in the order of the UPRNs. */
        JobArea: {
            polygon?: components["schemas"]["WithinGeometry"];
            /** @description First half of a postcode. */
            outcode?: string;
            /** @description Code of an authority, such as E09000001. */
            local_authority?: string;
        };
        /** @description One operation, and either its inputs or an area. */
        JobRequest: {
            /**
             * @description A priced operation, such as `properties.get`.
             * @example properties.get
             */
            operation: string;
            /** @description One object of parameters for each input. */
            items?: {
                [key: string]: unknown;
            }[];
            area?: components["schemas"]["JobArea"];
            /** @description Only homes of the area with a greater UPRN: the `ref` of the last line of a job of the area that ended before its last home. */
            after_uprn?: string;
            /** @description Most homes of the area, in order of UPRN, to divide an authority of more than 200,000: the next job has the last UPRN as `after_uprn`. */
            most_homes?: number;
            /** @description Parameters of every input that does not give them itself. */
            parameters?: {
                [key: string]: unknown;
            };
            /**
             * @description As in the query.
             * @enum {string}
             */
            meta?: "lean" | "whole";
            /** @description Most credits that the job may spend; by default the most that its inputs can cost. */
            credit_ceiling?: number;
            /** @description Only tell the number of inputs and the most that they can cost. */
            quote?: boolean;
        };
        /** @description What a job would be. */
        JobQuote: {
            /**
             * @description Always true.
             * @constant
             */
            quote: true;
            /** @description The operation. */
            operation: string;
            /** @description Number of inputs. */
            items: number;
            /** @description What the inputs cost if each is answered at its full price. An input that is refused is free. */
            credits_at_most: number;
            /** @description What the key can still spend this month. */
            credits_remaining: number;
        };
        /** @description One record that a load changed. Ask the operations for the record itself. */
        Change: {
            /** @description Its number, which is the cursor after it. Each change has a higher one than those before it; numbers are missing if records were withheld later or a back-up was restored. */
            seq: number;
            /** @description Dataset, as in /status. */
            dataset: string;
            /**
             * @description What happened to the record; reset = the whole dataset was published.
             * @enum {string}
             */
            change: "inserted" | "changed" | "removed" | "reset";
            /** @description The key of the record by column; null for a reset. */
            record: {
                [key: string]: unknown;
            } | null;
            /** @description Home that the record was linked to; null if to none. */
            uprn: string | null;
            /** @description Its postcode, null if not recorded. */
            postcode: string | null;
            /** @description Its local authority, null if not known. */
            authority_code: string | null;
            /** @description Home that the record was linked to before, if this change moved it; else null. */
            was_uprn: string | null;
            /** @description Its postcode before, if this change moved it; else null. */
            was_postcode: string | null;
            /** @description Its local authority before, if this change moved it; else null. */
            was_authority_code: string | null;
            /**
             * @description The event that a watch may wait for; null for any other change.
             * @enum {string|null}
             */
            event: "sold" | "certificate" | "listing" | "price_cut" | "planning" | null;
            /** @description Of records that have events: what changed, such as price and was_price in pounds. */
            details: {
                [key: string]: unknown;
            } | null;
            /** @description Number of the load. */
            load_id: number;
            /**
             * Format: date-time
             * @description When the load was published.
             */
            changed_at: string;
        };
        /** @description A page of the feed. */
        ChangesPage: {
            /** @description Changes in their order. */
            changes: components["schemas"]["Change"][];
            /** @description What to ask with next, as `since`. */
            next_cursor: number;
            /** @description False if this was the end of the feed, for now. */
            more: boolean;
        };
        /**
         * @description sold = a sale was registered; certificate = an energy certificate was lodged; listing = a home was advertised,
         *     advertised again after a withdrawal, or to let instead of for sale or the reverse; price_cut = its price fell;
         *     planning = an application is new or has another status; value_moved = the value of the home by valuations.sale has
         *     moved by `value_moved_pct` or more since it was last reported.
         * @enum {string}
         */
        WatchEvent: "sold" | "certificate" | "listing" | "price_cut" | "planning" | "value_moved";
        /** @description A watch. */
        Watch: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /**
             * Format: uuid
             * @description The endpoint for messages.
             */
            webhook_id: string;
            /** @description What the events are used for. */
            purpose: string;
            /**
             * Format: date
             * @description Last day, of UTC.
             */
            ends_on: string;
            /** @description What is reported. */
            events: components["schemas"]["WatchEvent"][];
            /** @description The home, if one is watched. */
            uprn: string | null;
            /** @description The postcode, if one is watched. */
            postcode: string | null;
            /** @description The outcode, if one is watched. */
            outcode: string | null;
            /** @description The polygon, if one is watched. */
            polygon: components["schemas"]["Polygon"] | null;
            /** @description Reach of planning, metres; null if planning is not watched, or the place is an outcode or a polygon. */
            near_m: number | null;
            /** @description Least reported move of the value, per cent; null if it is not watched. */
            value_moved_pct: number | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
        };
        /** @description A page of watches. */
        WatchPage: {
            /** @description Watches, oldest first. */
            watches: components["schemas"]["Watch"][];
            /** @description Watches of the account on all pages. */
            total: number;
            /** @description Cursor of the next page, null on the last. */
            next_cursor: string | null;
        };
        /** @description What to watch, and whom to tell. Exactly one of uprn, postcode, outcode and polygon. */
        WatchRequest: {
            /**
             * Format: uuid
             * @description The endpoint for messages.
             */
            webhook_id: string;
            /**
             * @description What the events are used for: events of one home can be personal data.
             * @example Review of the collateral of a loan
             */
            purpose: string;
            /**
             * Format: date
             * @description Last day, of UTC, within two years.
             */
            ends_on: string;
            /** @description What to report. */
            events: components["schemas"]["WatchEvent"][];
            uprn?: components["schemas"]["Uprn"];
            /** @description A full postcode. */
            postcode?: string;
            /** @description First half of a postcode. */
            outcode?: string;
            polygon?: components["schemas"]["Polygon"];
            /** @description How near an application must be to the home or the middle of the postcode, metres; 200 by default. Only with planning and a uprn or a postcode. No effect while the position of that is not known. */
            near_m?: number;
            /** @description By how many per cent the value of the home must move, up or down; 5 by default. Only with value_moved and a uprn. */
            value_moved_pct?: number;
        };
        /** @description An endpoint. */
        Webhook: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Where messages are sent. */
            url: string;
            /**
             * @description Whether messages are sent.
             * @enum {string}
             */
            status: "on" | "off";
            /**
             * @description Why it is off: it answered 410, or a message failed for three days.
             * @enum {string|null}
             */
            off_reason: "gone" | "failed" | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when messages are signed with the former secret too; null if with one.
             */
            old_secret_until: string | null;
        };
        /** @description All endpoints of the account. */
        WebhookList: {
            /** @description Endpoints, oldest first. */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description An endpoint. */
        WebhookRequest: {
            /**
             * @description Its https address.
             * @example https://example.org/hooks
             */
            url: string;
        };
        /** @description An endpoint with the secret that its messages are signed with. */
        WebhookSecret: {
            /**
             * Format: uuid
             * @description Its id.
             */
            id: string;
            /** @description Where messages are sent. */
            url: string;
            /**
             * @description Whether messages are sent.
             * @enum {string}
             */
            status: "on" | "off";
            /**
             * @description Why it is off: it answered 410, or a message failed for three days.
             * @enum {string|null}
             */
            off_reason: "gone" | "failed" | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Until when messages are signed with the former secret too; null if with one.
             */
            old_secret_until: string | null;
            /** @description `whsec_…`; shown this once. */
            secret: string;
        };
        /** @description A message and what became of it. */
        Delivery: {
            /**
             * Format: uuid
             * @description Its id; the message has it as `webhook-id`, after msg_.
             */
            id: string;
            /** @description The watch, null for a test. */
            watch_id: string | null;
            /** @description watch.matched, watch.value_moved or webhook.test. */
            type: string;
            /**
             * @description Its state.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description How often it was sent. */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is sent next; null if not again.
             */
            next_at: string | null;
            /**
             * Format: date-time
             * @description When the endpoint accepted it.
             */
            delivered_at: string | null;
            /** @description HTTP status of the last attempt, null without an answer. */
            last_status: number | null;
            /** @description Why the last attempt failed. */
            last_error: string | null;
        };
        /** @description A page of deliveries. */
        DeliveryPage: {
            /** @description Deliveries, newest first. */
            deliveries: components["schemas"]["Delivery"][];
            /** @description Cursor of the next page, null on the last. */
            next_cursor: string | null;
        };
        /** @description A caution about the answer. */
        LeanWarning: {
            /** @description Stable code. */
            code: string;
            /** @description The field it is about, if it is about one. */
            field?: string;
            /** @description The caution in a sentence. */
            message: string;
        };
        /** @description How the answer came about, in few words: what is null or empty in the whole `meta` is left out. The request's identifier is in X-Request-Id. */
        LeanMeta: {
            /**
             * Format: date
             * @description Day to which the answer applies, of UTC.
             */
            as_of: string;
            /**
             * @description Present if the fictional country answers.
             * @constant
             */
            fictional?: true;
            /** @description Period of the records used, such as 2025-01-01/2025-12-31. */
            period?: string;
            /** @description Number of records behind the answer. */
            sample_size?: number;
            /** @description Number of records that the statistic needs. */
            minimum_sample?: number;
            confidence?: components["schemas"]["Confidence"];
            basis?: components["schemas"]["Basis"];
            /** @description Kind and name of the area used, such as outcode XE1. */
            area?: string;
            /** @description The narrower area that had too few records. */
            widened_from?: string;
            /** @description Index that was carried past its last month, with that month and the months since. */
            carried?: string;
            /** @description Datasets that took part, each by id and release, such as price-paid 2026-09. */
            sources: string[];
            /** @description Sources that do not cover the place in full, each by id, place and status. */
            coverage?: string[];
            /** @description Fields that are null or empty by the reason why. */
            unknown?: {
                [key: string]: string[];
            };
            /** @description Cautions, and why part of a field is missing. */
            warnings?: components["schemas"]["LeanWarning"][];
        };
    };
    responses: {
        /** @description The body took too long to arrive. Not charged. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A request with the same Idempotency-Key is still being answered. Not charged. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the operation takes. Not charged. */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has another type or encoding than the operation takes. Not charged. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is malformed, or a required parameter is missing. Not charged. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing or invalid. Not charged. */
        Unauthorised: {
            headers: {
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The monthly credits of the account, or the cap of the key, are used up, or leave fewer than the call costs. Not charged. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not found, or not enough data for an answer. Not charged. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter has a value that is not allowed. Not charged. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description More requests than the key may make in 10 seconds. Not charged. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The URL is too long. Not charged. */
        UriTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the server. Not charged. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server is overloaded or its database cannot be reached. Not charged. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The changes after this cursor are no longer known. Not charged. */
        CursorExpired: {
            headers: {
                "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit of the account, or the current state, forbids it. Not charged. */
        NotAllowedNow: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
        QuoteForm: boolean;
        /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
        MetaForm: "whole" | "lean";
        /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
        ExcludeLicences: ("ogl" | "cc_by" | "odbl" | "geolytix" | "hm_land_registry" | "royal_mail" | "sepa" | "operator" | "other")[];
        /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
        IdempotencyKey: string;
        /**
         * @description Unique Property Reference Number, 1 to 12 digits.
         * @example 998000000005
         */
        UprnPath: components["schemas"]["Uprn"];
        /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
        Release: string;
        /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
        PastDay: components["schemas"]["Date"];
        /** @description The place of this UPRN. Exactly one location input is given. */
        LocationUprn: components["schemas"]["Uprn"];
        /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
        Postcode: string;
        /** @description First half of a postcode. Exactly one location input is given. */
        Outcode: string;
        /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
        Latitude: number;
        /** @description WGS84 degrees east, with lat. */
        Longitude: number;
        /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
        Radius: number;
        /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
        Polygon: components["schemas"]["Polygon"];
        /** @description Number of bedrooms: 0 is a studio, 5 means five or more; all together by default. A source without that class answers with its nearest one, and a warning `other_bedrooms` names it. */
        Bedrooms: number;
        /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
        Widen: boolean;
        /**
         * @description Identifier of the job.
         * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
         */
        JobIdPath: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifier of the request. */
        "X-Request-Id": string;
        /** @description Credits that this call cost. */
        "X-Credits-Charged": number;
        /** @description Credits left this month for this key. */
        "X-Credits-Remaining": number;
        /** @description Credits a month for this key. */
        "X-Credits-Limit": number;
        /** @description When the next month begins, ISO 8601 UTC. */
        "X-Credits-Reset": string;
        /** @description Requests allowed in 10 seconds. */
        "RateLimit-Limit": number;
        /** @description Requests left in the window. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the window is free again. */
        "RateLimit-Reset": number;
        /** @description true if the fictional country answered, since no data are loaded; else absent. */
        "X-Fictional-Country": "true";
        /** @description Parameters of the request that had no effect on the answer, with commas; absent if there are none. */
        "X-Ignored-Parameters": string;
        /** @description true if this is the stored answer of the same Idempotency-Key, repeated free; else absent. */
        "Idempotency-Replayed": "true";
        /** @description Tag of this answer for If-None-Match. */
        ETag: string;
        /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
        "X-Excluded-Licences": string;
        /** @description How a key is sent. */
        "WWW-Authenticate": "Bearer";
        /** @description Seconds to wait before trying again. */
        "Retry-After": number;
        /** @description Records on all pages, as `total` in JSON; those returned, if there are no pages. */
        "X-Total-Count": number;
        /** @description The notices of the licences of a file, as `meta.licences` in JSON; characters beyond ASCII are escaped. */
        "X-Licences": string;
        /** @description The warnings of a file, as `meta.warnings` in JSON, without their messages where these are longer than 2,000 characters together; characters beyond ASCII are escaped, absent if there are none. */
        "X-Warnings": string;
        /** @description Records that may be in the place and are not counted, since they have no position; `unplaced` in JSON. */
        "X-Unplaced-Count": number;
        /** @description Records that are left out: in GeoJSON those of this page without a position, and those of all pages that exclude_licences names. */
        "X-Left-Out-Count": number;
        /** @description Cursor of the next page, as `next_cursor` in JSON; absent on the last. */
        "X-Next-Cursor": string;
        /** @description Address of the next page with rel=next, relative to this one; absent on the last, and where it would be longer than 11,000 characters, as with a polygon of many digits: the cursor of the next page is told as well. */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "addresses.search": {
        parameters: {
            query: {
                /**
                 * @description Partial address, at least 2 characters.
                 * @example 9 quaxley
                 */
                q: string;
                /**
                 * @description Most results to return. More than 50 is served as 50.
                 * @example 5
                 */
                limit?: number;
                /** @description Only addresses of this postcode. */
                postcode?: string;
                /** @description Only addresses of this outcode, the first half of a postcode. */
                outcode?: string;
                /** @description Only addresses of this nation. */
                country?: components["schemas"]["Country"];
                /** @description Lowest trigram similarity of a result. Without it every result that agrees with the query is listed, since the beginning of an address is never similar to the whole address. */
                min_score?: number;
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses that resemble the query; an empty list if none does. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description Records on all pages, as `total` in JSON; those returned, if there are no pages. */
                    "X-Total-Count"?: number;
                    /** @description Records that may be in the place and are not counted, since they have no position; `unplaced` in JSON. */
                    "X-Unplaced-Count"?: number;
                    /** @description Records that are left out: in GeoJSON those of this page without a position, and those of all pages that exclude_licences names. */
                    "X-Left-Out-Count"?: number;
                    /** @description Cursor of the next page, as `next_cursor` in JSON; absent on the last. */
                    "X-Next-Cursor"?: string;
                    /** @description The notices of the licences of a file, as `meta.licences` in JSON; characters beyond ASCII are escaped. */
                    "X-Licences"?: string;
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    /** @description The warnings of a file, as `meta.warnings` in JSON, without their messages where these are longer than 2,000 characters together; characters beyond ASCII are escaped, absent if there are none. */
                    "X-Warnings"?: string;
                    /** @description Address of the next page with rel=next, relative to this one; absent on the last, and where it would be longer than 11,000 characters, as with a polygon of many digits: the cursor of the next page is told as well. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "addresses.match": {
        parameters: {
            query?: {
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "9 Quaxley Street",
                 *       "postcode": "xe1-1aa"
                 *     }
                 */
                "application/json": components["schemas"]["MatchRequest"];
            };
        };
        responses: {
            /** @description The best match. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchResult"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "properties.get": {
        parameters: {
            query?: {
                /** @description Names of the fields to return, separated by commas; all by default. */
                fields?: string[];
                /**
                 * @description Further parts: provenance names the source of each field; history lists the sales.
                 * @example [
                 *       "provenance",
                 *       "history"
                 *     ]
                 */
                include?: ("provenance" | "history")[];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Unique Property Reference Number, 1 to 12 digits.
                 * @example 998000000005
                 */
                uprn: components["parameters"]["UprnPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Property"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "valuations.sale": {
        parameters: {
            query?: {
                /** @description Day of the valuation; nothing that is dated later is used. A past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["schemas"]["Date"];
                /** @description Kind of dwelling, instead of the recorded or inferred one. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description Floor area in square metres, instead of the certificate's. It is assumed for the home's past sales too, so it does not show what an extension would add. A warning says if it contradicts the record or is unusual for the type. */
                floor_area_sqm?: number;
                /** @description Number of bedrooms: 0 is a studio. It gives a usual floor area if none is known. */
                bedrooms?: number;
                /** @description Tenure, instead of that of the last sale or the usual one. */
                tenure?: components["schemas"]["Tenure"];
                /** @description Whether it would be sold as new; false by default, and of no effect for a home that was sold before. */
                new_build?: boolean;
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /**
                 * @description evidence adds the last sale, the index, the price per square foot and the comparables used, whose adjusted prices are scaled to the size of the home too.
                 * @example [
                 *       "evidence"
                 *     ]
                 */
                include?: "evidence"[];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Unique Property Reference Number, 1 to 12 digits.
                 * @example 998000000005
                 */
                uprn: components["parameters"]["UprnPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleValuation"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "valuations.rental": {
        parameters: {
            query?: {
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Number of bedrooms, instead of the one modelled from the certificate: 0 is a studio. A source without that class answers with its nearest one, and a warning `other_bedrooms` names it. */
                bedrooms?: number;
                /** @description Kind of dwelling, instead of the recorded one. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description How many months of the operator's lettings to use. */
                months?: number;
                /** @description Greatest distance of a comparable, metres. */
                max_radius_m?: number;
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Unique Property Reference Number, 1 to 12 digits.
                 * @example 998000000005
                 */
                uprn: components["parameters"]["UprnPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RentalValuation"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "valuations.hmo": {
        parameters: {
            query?: {
                /** @description Finish of the rooms. */
                finish_quality?: "below_average" | "average" | "above_average" | "very_high";
                /** @description Whether one habitable room stays a living room. */
                living_room?: boolean;
                /** @description Whether there is parking. */
                parking?: boolean;
                /** @description Whether there is a garden or yard. */
                outside_space?: boolean;
                /** @description Number of rooms to let, instead of the computed number. */
                rooms?: number;
                /** @description How many of the rooms are double with a bathroom of their own; with any of these four parameters they give the whole mix. */
                double_ensuite?: number;
                /** @description How many of the rooms are double; with any of these four parameters they give the whole mix. */
                double?: number;
                /** @description How many of the rooms are single with a bathroom of their own; with any of these four parameters they give the whole mix. */
                single_ensuite?: number;
                /** @description How many of the rooms are single; with any of these four parameters they give the whole mix. */
                single?: number;
                /** @description Share of the year that rooms are let, per cent. */
                occupancy_pct?: number;
                /** @description Costs as a percentage of the rent received. */
                cost_pct?: number;
                /** @description Net yield at which the income is valued, per cent. */
                target_yield_pct?: number;
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Unique Property Reference Number, 1 to 12 digits.
                 * @example 998000000005
                 */
                uprn: components["parameters"]["UprnPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HmoValuation"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "valuations.development_gdv": {
        parameters: {
            query?: {
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "outcode": "XE1",
                 *       "units": [
                 *         {
                 *           "type": "terraced",
                 *           "bedrooms": 3,
                 *           "count": 4
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["GdvRequest"];
            };
        };
        responses: {
            /** @description The value. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevelopmentValue"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "valuations.str_estimate": {
        parameters: {
            query?: {
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "postcode": "XE1 1AA",
                 *       "bedrooms": 2
                 *     }
                 */
                "application/json": components["schemas"]["ShortLetRequest"];
            };
        };
        responses: {
            /** @description The estimate. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortLetEstimate"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "rents.long_term": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Number of bedrooms: 0 is a studio, 5 means five or more; all together by default. A source without that class answers with its nearest one, and a warning `other_bedrooms` names it. */
                bedrooms?: components["parameters"]["Bedrooms"];
                /** @description Kind of dwelling; all together by default. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description How many months of the operator's lettings to use. */
                months?: number;
                /** @description Months of history to return. */
                history_months?: number;
                /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
                widen?: components["parameters"]["Widen"];
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LongTermRents"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "rents.hmo": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Kind of room; all kinds by default. */
                room_type?: components["schemas"]["RoomType"];
                /** @description How many months of the operator's lettings to use. */
                months?: number;
                /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
                widen?: components["parameters"]["Widen"];
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HmoRents"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "rents.lha": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Bedrooms allowed: 0 is a studio, which has the allowance of one bedroom, and a warning `other_bedrooms` says so; all categories by default. */
                bedrooms?: number;
                /** @description Category of the allowance, A for a room in shared accommodation; all by default. Must be the one of `bedrooms` if both are given. */
                category?: "A" | "B" | "C" | "D" | "E";
                /** @description Year in whose April the rates begin; the newest loaded by default. */
                year?: number;
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LhaAreas"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "rents.yields": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Number of bedrooms: 0 is a studio, 5 means five or more; all together by default. A source without that class answers with its nearest one, and a warning `other_bedrooms` names it. */
                bedrooms?: components["parameters"]["Bedrooms"];
                /** @description Kind of dwelling; all together by default. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description sold = registered prices; asking = asking prices of the operator's listings that are not withdrawn and not of a share in a home. */
                price_basis?: "sold" | "asking";
                /** @description How many months of sales and lettings count. */
                months?: number;
                /** @description Costs as a percentage of the rent, for the net yield. */
                cost_pct?: number;
                /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
                widen?: components["parameters"]["Widen"];
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The yields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Yields"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "rents.demand": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Number of bedrooms: 0 is a studio, 5 means five or more; all together by default. A source without that class answers with its nearest one, and a warning `other_bedrooms` names it. */
                bedrooms?: components["parameters"]["Bedrooms"];
                /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
                widen?: components["parameters"]["Widen"];
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The demand. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RentalDemand"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "listings.search": {
        parameters: {
            query: {
                /** @description For sale or to let. */
                listing_type: "sale" | "rent";
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Lowest price, pounds: rents a month, shares by their own price. */
                min_price?: number;
                /** @description Highest price, pounds: rents a month, shares by their own price. */
                max_price?: number;
                /** @description Fewest bedrooms: 0 is a studio. Homes whose bedrooms the feed does not state are left out. */
                min_bedrooms?: number;
                /** @description Most bedrooms: 0 is a studio. Homes whose bedrooms the feed does not state are left out. */
                max_bedrooms?: number;
                /** @description Kind of dwelling; all by default. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description Lowest gross yield of homes for sale, per cent. */
                min_yield_pct?: number;
                /** @description Status; all but withdrawn by default. */
                status?: components["schemas"]["ListingStatus"];
                /** @description First advertised on this day or later. */
                added_since?: components["schemas"]["Date"];
                /** @description Only those whose last change of price was down, or only others. */
                reduced?: boolean;
                /** @description Words, or beginnings of words, that must all be in the address or summary; 20 words at most. */
                q?: string;
                /** @description newest, price from low, -price from high, yield from high, distance from the centre of the place. */
                sort?: "newest" | "price" | "-price" | "yield" | "distance";
                /** @description Most listings to return. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same other parameters. */
                cursor?: string;
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listings; a format other than JSON gives total, cursor and what is left out in headers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Unplaced-Count": components["headers"]["X-Unplaced-Count"];
                    "X-Left-Out-Count": components["headers"]["X-Left-Out-Count"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    "X-Licences": components["headers"]["X-Licences"];
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    "X-Warnings": components["headers"]["X-Warnings"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listings"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "str.market": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Whole homes, private rooms, or all kinds together with shared and hotel rooms. */
                listing_type?: "entire_home" | "private_room" | "all";
                /** @description Number of bedrooms: 0 is a studio, 5 means five or more; all together by default. A source without that class answers with its nearest one, and a warning `other_bedrooms` names it. */
                bedrooms?: components["parameters"]["Bedrooms"];
                /** @description How many months before the newest visit of the city the history goes back. */
                months?: number;
                /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
                widen?: components["parameters"]["Widen"];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The market. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShortLetMarket"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "location.schools": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Largest distance from the place in metres; not used with a polygon. */
                radius_m?: number;
                /** @description Only schools that teach this phase. All-through schools teach primary and secondary; schools whose ages begin at 3 or earlier, nursery; those whose ages end at 17 or later, post_16. */
                phase?: components["schemas"]["SchoolPhase"];
                /** @description Only schools of this sector; special schools are a sector of their own. */
                sector?: components["schemas"]["SchoolSector"];
                /** @description Most schools to list; the summary counts all. */
                limit?: number;
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Schools around the place; an empty list if there are none. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description Records on all pages, as `total` in JSON; those returned, if there are no pages. */
                    "X-Total-Count"?: number;
                    /** @description Records that may be in the place and are not counted, since they have no position; `unplaced` in JSON. */
                    "X-Unplaced-Count"?: number;
                    /** @description Records that are left out: in GeoJSON those of this page without a position, and those of all pages that exclude_licences names. */
                    "X-Left-Out-Count"?: number;
                    /** @description Cursor of the next page, as `next_cursor` in JSON; absent on the last. */
                    "X-Next-Cursor"?: string;
                    /** @description The notices of the licences of a file, as `meta.licences` in JSON; characters beyond ASCII are escaped. */
                    "X-Licences"?: string;
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    /** @description The warnings of a file, as `meta.warnings` in JSON, without their messages where these are longer than 2,000 characters together; characters beyond ASCII are escaped, absent if there are none. */
                    "X-Warnings"?: string;
                    /** @description Address of the next page with rel=next, relative to this one; absent on the last, and where it would be longer than 11,000 characters, as with a polygon of many digits: the cursor of the next page is told as well. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NearbySchools"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "location.infrastructure": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Largest distance from the place in metres; not used with a polygon. */
                radius_m?: number;
                /** @description Only these categories, separated by commas; all by default. Broadband is answered with any of them. */
                categories?: components["schemas"]["AmenityCategory"][];
                /** @description Most items to list in each category. */
                limit?: number;
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The amenities around the place. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NearbyInfrastructure"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "risks.get": {
        parameters: {
            query?: {
                /**
                 * @description Only these types, separated by commas, each charged separately; all eight if it is left out.
                 * @example [
                 *       "flood_rivers_sea",
                 *       "radon"
                 *     ]
                 */
                types?: components["schemas"]["RiskType"][];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Unique Property Reference Number, 1 to 12 digits.
                 * @example 998000000005
                 */
                uprn: components["parameters"]["UprnPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The risks, one entry for each type asked for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PropertyRisks"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "prices.comparables_by_uprn": {
        parameters: {
            query?: {
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Kind of dwelling; where omitted that of the property's last sale, else of its certificate, or all where neither tells one under which homes are sold, as a bungalow is not. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description Tenure; where omitted that of the property's last sale, or both where it is not known or where property_type is another kind than the property's. */
                tenure?: components["schemas"]["Tenure"];
                /** @description Only new buildings, or only others; both where omitted. */
                new_build?: boolean;
                /** @description standard = sales at full market value; all = repossessions, buy-to-lets and company sales too. */
                category?: "standard" | "all";
                /** @description How many months back sales count. */
                months?: number;
                /** @description Farthest that a sale may lie from the subject, metres; as far as needed up to 5000 where omitted. */
                max_radius_m?: number;
                /** @description Fewest bedrooms, modelled from the rooms on the certificate: 0 is a studio. The certificate does not tell studios from one bedroom. */
                bedrooms_min?: number;
                /** @description Most bedrooms, modelled from the rooms on the certificate: 0 is a studio. The certificate does not tell studios from one bedroom, so that one bedroom answers with a warning `other_bedrooms`. */
                bedrooms_max?: number;
                /** @description Order of the `limit` most similar sales. */
                sort?: "similarity" | "distance" | "date";
                /** @description How far the floor area may differ, per cent, where both are known; no limit where omitted. */
                floor_area_tolerance_pct?: number;
                /** @description Most sales to return. */
                limit?: number;
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Unique Property Reference Number, 1 to 12 digits.
                 * @example 998000000005
                 */
                uprn: components["parameters"]["UprnPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sales. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description Records on all pages, as `total` in JSON; those returned, if there are no pages. */
                    "X-Total-Count"?: number;
                    /** @description Records that may be in the place and are not counted, since they have no position; `unplaced` in JSON. */
                    "X-Unplaced-Count"?: number;
                    /** @description Records that are left out: in GeoJSON those of this page without a position, and those of all pages that exclude_licences names. */
                    "X-Left-Out-Count"?: number;
                    /** @description Cursor of the next page, as `next_cursor` in JSON; absent on the last. */
                    "X-Next-Cursor"?: string;
                    /** @description The notices of the licences of a file, as `meta.licences` in JSON; characters beyond ASCII are escaped. */
                    "X-Licences"?: string;
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    /** @description The warnings of a file, as `meta.warnings` in JSON, without their messages where these are longer than 2,000 characters together; characters beyond ASCII are escaped, absent if there are none. */
                    "X-Warnings"?: string;
                    /** @description Address of the next page with rel=next, relative to this one; absent on the last, and where it would be longer than 11,000 characters, as with a polygon of many digits: the cursor of the next page is told as well. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparables"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "prices.comparables": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Kind of dwelling; all by default. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description Tenure; both by default. */
                tenure?: components["schemas"]["Tenure"];
                /** @description Only new buildings, or only others; both by default. */
                new_build?: boolean;
                /** @description standard = sales at full market value; all = repossessions, buy-to-lets and company sales too. */
                category?: "standard" | "all";
                /** @description How many months back sales count. */
                months?: number;
                /** @description Greatest distance of a sale from the place or its middle, metres; as far as needed up to 5000 by default. Sales of unknown position are then left out. */
                max_radius_m?: number;
                /** @description Fewest bedrooms, modelled from the rooms on the certificate: 0 is a studio. The certificate does not distinguish studios from one bedroom. */
                bedrooms_min?: number;
                /** @description Most bedrooms, modelled from the rooms on the certificate: 0 is a studio. The certificate does not distinguish studios from one bedroom, so one bedroom answers with a warning `other_bedrooms`. */
                bedrooms_max?: number;
                /** @description Order of the sales, of which the first `limit` are listed. */
                sort?: "similarity" | "distance" | "date";
                /** @description Most sales to return. */
                limit?: number;
                /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
                widen?: components["parameters"]["Widen"];
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sales; a format other than JSON gives in headers how many match and what is left out. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    "X-Unplaced-Count": components["headers"]["X-Unplaced-Count"];
                    "X-Left-Out-Count": components["headers"]["X-Left-Out-Count"];
                    /** @description Cursor of the next page, as `next_cursor` in JSON; absent on the last. */
                    "X-Next-Cursor"?: string;
                    "X-Licences": components["headers"]["X-Licences"];
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    "X-Warnings": components["headers"]["X-Warnings"];
                    /** @description Address of the next page with rel=next, relative to this one; absent on the last, and where it would be longer than 11,000 characters, as with a polygon of many digits: the cursor of the next page is told as well. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparables"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "prices.market": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Kind of dwelling; all by default. */
                property_type?: components["schemas"]["PropertyType"];
                /** @description Tenure; both by default. */
                tenure?: components["schemas"]["Tenure"];
                /** @description Only new buildings, or only others; both by default. */
                new_build?: boolean;
                /** @description standard = sales at full market value; all = repossessions, buy-to-lets and company sales too. */
                category?: "standard" | "all";
                /** @description Length of the period in months. */
                months?: number;
                /** @description Months of history; 0 for none. */
                history_months?: number;
                /** @description Whether a larger area may answer if this one has too few records; meta.geography names it. */
                widen?: components["parameters"]["Widen"];
                /** @description Day of the answer, of UTC: a past day is answered from the release of that day, as it was answered then. Today by default. */
                as_of?: components["parameters"]["PastDay"];
                /** @description A kept release, or the one that is served now, by the `meta.dataset_release` of an answer; `as_of` is then its first day by default, and today for one that no build has recorded. 404 `release_not_kept` if it is no longer kept. */
                release?: components["parameters"]["Release"];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketPrices"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "location.profile": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Radius around lat and lng in metres; 1000 by default. With any other location it has no effect, and a warning says so. */
                radius_m?: components["parameters"]["Radius"];
                /** @description Only these sections, separated by commas; all by default. */
                sections?: components["schemas"]["ProfileSectionName"][];
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AreaProfile"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "planning.applications": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Largest distance from the place in metres; not used with a polygon. */
                radius_m?: number;
                /** @description Applications validated (else received, else decided) in this many last days. */
                days?: number;
                /** @description Only applications of this status. */
                status?: components["schemas"]["ApplicationStatus"];
                /** @description Only applications of this category. */
                type?: components["schemas"]["ApplicationCategory"];
                /** @description Only applications decided on or after this day. */
                decided_since?: components["schemas"]["Date"];
                /** @description Words, or beginnings of words, that must all be in the description or the address, in any order, 20 words at most; or the reference of an application, or its beginning, with 5 characters or more and a digit. */
                q?: string;
                /** @description Most applications to list. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same other parameters. */
                cursor?: string;
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applications. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description Records on all pages, as `total` in JSON; those returned, if there are no pages. */
                    "X-Total-Count"?: number;
                    /** @description Records that may be in the place and are not counted, since they have no position; `unplaced` in JSON. */
                    "X-Unplaced-Count"?: number;
                    /** @description Records that are left out: in GeoJSON those of this page without a position, and those of all pages that exclude_licences names. */
                    "X-Left-Out-Count"?: number;
                    /** @description Cursor of the next page, as `next_cursor` in JSON; absent on the last. */
                    "X-Next-Cursor"?: string;
                    /** @description The notices of the licences of a file, as `meta.licences` in JSON; characters beyond ASCII are escaped. */
                    "X-Licences"?: string;
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    /** @description The warnings of a file, as `meta.warnings` in JSON, without their messages where these are longer than 2,000 characters together; characters beyond ASCII are escaped, absent if there are none. */
                    "X-Warnings"?: string;
                    /** @description Address of the next page with rel=next, relative to this one; absent on the last, and where it would be longer than 11,000 characters, as with a polygon of many digits: the cursor of the next page is told as well. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanningApplications"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "planning.hmo_register": {
        parameters: {
            query?: {
                /** @description The place of this UPRN. Exactly one location input is given. */
                uprn?: components["parameters"]["LocationUprn"];
                /** @description Full postcode, a sector with its space such as XE1 2, or an outcode such as XE12; what could be both without a space is the outcode, and a warning says so. Exactly one location input is given. */
                postcode?: components["parameters"]["Postcode"];
                /** @description First half of a postcode. Exactly one location input is given. */
                outcode?: components["parameters"]["Outcode"];
                /** @description WGS84 degrees north, with lng. A point farther from a postcode than 5 km, in Scotland 25 km, is in no nation that is covered. Exactly one location input is given. */
                lat?: components["parameters"]["Latitude"];
                /** @description WGS84 degrees east, with lat. */
                lng?: components["parameters"]["Longitude"];
                /** @description GeoJSON polygon in WGS84, or a Feature of one: holes allowed, altitudes and bbox ignored, at most 500 vertices and 250 km². Exactly one location input is given. */
                polygon?: components["parameters"]["Polygon"];
                /** @description Largest distance from the place in metres; not used with a polygon. */
                radius_m?: number;
                /** @description Only licences of this type, and those whose type the register does not state. */
                licence_type?: "mandatory" | "additional" | "selective" | "any";
                /** @description Only licences of this status on the day of the request. */
                status?: "active" | "expired" | "pending" | "any";
                /** @description Only licences that expire within this many days, today included. */
                expiring_within_days?: number;
                /** @description Most licences to list. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same other parameters. */
                cursor?: string;
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The licences. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    /** @description Records on all pages, as `total` in JSON; those returned, if there are no pages. */
                    "X-Total-Count"?: number;
                    /** @description Records that may be in the place and are not counted, since they have no position; `unplaced` in JSON. */
                    "X-Unplaced-Count"?: number;
                    /** @description Records that are left out: in GeoJSON those of this page without a position, and those of all pages that exclude_licences names. */
                    "X-Left-Out-Count"?: number;
                    /** @description Cursor of the next page, as `next_cursor` in JSON; absent on the last. */
                    "X-Next-Cursor"?: string;
                    /** @description The notices of the licences of a file, as `meta.licences` in JSON; characters beyond ASCII are escaped. */
                    "X-Licences"?: string;
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    /** @description The warnings of a file, as `meta.warnings` in JSON, without their messages where these are longer than 2,000 characters together; characters beyond ASCII are escaped, absent if there are none. */
                    "X-Warnings"?: string;
                    /** @description Address of the next page with rel=next, relative to this one; absent on the last, and where it would be longer than 11,000 characters, as with a polygon of many digits: the cursor of the next page is told as well. */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HmoRegister"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "titles.get": {
        parameters: {
            query?: {
                /** @description Only say, free of charge, whether there would be an answer, from how many records of which area and at what price. */
                quote?: components["parameters"]["QuoteForm"];
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description Title number, none to three letters and up to six digits, or up to six digits and Z or T, in either case.
                 * @example XX700017
                 */
                title_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The title. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Title"] | components["schemas"]["Quote"] | components["schemas"]["LicensedAnswer"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.get": {
        parameters: {
            query?: {
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account, as far as this key may see it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"] | components["schemas"]["LeanAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.usage": {
        parameters: {
            query?: {
                /** @description First day, UTC; the first of the month of the last day by default. */
                from?: components["schemas"]["Date"];
                /** @description Last day, UTC; today by default. The period has at most 92 days, the first and the last among them. */
                to?: components["schemas"]["Date"];
                /** @description What one row of the CSV format is: an endpoint, a day or a key. */
                group_by?: "endpoint" | "day" | "key";
                /** @description Format of the answer. */
                format?: "json" | "csv";
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"] | components["schemas"]["LeanAnswer"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "status.get": {
        parameters: {
            query?: {
                /** @description Only these datasets, by their ids separated by commas, such as those of `meta.sources`; all by default. */
                datasets?: string[];
                /** @description How much is given beside the figures: whole, or lean: sources by id and release, unknown values by their reason, within lists nothing null, empty or said by `meta`, and no attributions, which status.get gives. */
                meta?: components["parameters"]["MetaForm"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the service. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"] | components["schemas"]["LeanAnswer"];
                };
            };
            /** @description The state is what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "batch.run": {
        parameters: {
            query?: {
                /**
                 * @description The operation, such as `properties.get`; for NDJSON and CSV.
                 * @example addresses.match
                 */
                operation?: string;
                /** @description `lean` leaves out licences and attributions, unless an input sets its own `meta`. */
                meta?: "lean" | "whole";
                /** @description Terms whose data no answer uses, as in a single call, unless an input sets its own. */
                exclude_licences?: ("ogl" | "cc_by" | "odbl" | "geolytix" | "hm_land_registry" | "royal_mail" | "sepa" | "operator" | "other")[];
                /**
                 * @description `true` adds a last line, `{"licences":[…],"dataset_releases":[…]}`: the notices of all licences behind the
                 *     answers, and the releases of their data, more than one if data were loaded meanwhile. In CSV it is in the last
                 *     column.
                 */
                notice?: "true" | "false";
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "addresses.match",
                 *       "items": [
                 *         {
                 *           "address": "9 Quaxley Street",
                 *           "postcode": "XE1 1AA"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BatchRequest"];
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description One line for each input. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BatchLine"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "properties.within": {
        parameters: {
            query?: {
                /** @description Only return the number. */
                count?: boolean;
                /** @description Most homes to return. */
                limit?: number;
                /** @description `next_cursor` of the page before, with the same polygon. */
                cursor?: string;
                /** @description Terms that you cannot use data under, separated by commas. Values from sources under them are null, with a warning `licence_excluded`; an answer that cannot do without them is a free 404 of that code. `royal_mail` leaves out only texts of addresses. */
                exclude_licences?: components["parameters"]["ExcludeLicences"];
                /** @description Form of the answer; without it the one that `Accept` prefers. */
                format?: "json" | "csv" | "geojson" | "parquet";
            };
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters: the same key with the same request within 24 hours is answered with the same bytes, free. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "polygon": {
                 *         "type": "Polygon",
                 *         "coordinates": [
                 *           [
                 *             [
                 *               1.48,
                 *               53.885
                 *             ],
                 *             [
                 *               1.5,
                 *               53.885
                 *             ],
                 *             [
                 *               1.5,
                 *               53.897
                 *             ],
                 *             [
                 *               1.48,
                 *               53.897
                 *             ],
                 *             [
                 *               1.48,
                 *               53.885
                 *             ]
                 *           ]
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WithinRequest"];
            };
        };
        responses: {
            /** @description The homes; a format other than JSON gives total and cursor in headers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Credits-Charged": components["headers"]["X-Credits-Charged"];
                    "X-Credits-Remaining": components["headers"]["X-Credits-Remaining"];
                    "X-Credits-Limit": components["headers"]["X-Credits-Limit"];
                    "X-Credits-Reset": components["headers"]["X-Credits-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    "X-Total-Count": components["headers"]["X-Total-Count"];
                    /** @description Records that may be in the place and are not counted, since they have no position; `unplaced` in JSON. */
                    "X-Unplaced-Count"?: number;
                    /** @description Records that are left out: in GeoJSON those of this page without a position, and those of all pages that exclude_licences names. */
                    "X-Left-Out-Count"?: number;
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    "X-Licences": components["headers"]["X-Licences"];
                    /** @description The terms that exclude_licences names, of a file, which has no `meta`; absent if it names none. */
                    "X-Excluded-Licences"?: string;
                    "X-Warnings": components["headers"]["X-Warnings"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HomesWithin"] | components["schemas"]["LicensedAnswer"];
                    "text/csv": string;
                    "application/geo+json": components["schemas"]["Features"];
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "jobs.list": {
        parameters: {
            query?: {
                /** @description Most jobs to return. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The jobs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Jobs"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "jobs.create": {
        parameters: {
            query?: {
                /**
                 * @description The operation, such as `properties.get`; for NDJSON and CSV.
                 * @example addresses.match
                 */
                operation?: string;
                /** @description Most credits that the job may spend; for NDJSON and CSV. */
                credit_ceiling?: number;
                /** @description Only return the number of inputs and their highest cost. */
                quote?: boolean;
                /** @description `lean` leaves out licences and attributions, unless an input sets its own `meta`. */
                meta?: "lean" | "whole";
                /** @description Terms whose data no answer uses, as in a single call; in JSON it is in `parameters`. */
                exclude_licences?: ("ogl" | "cc_by" | "odbl" | "geolytix" | "hm_land_registry" | "royal_mail" | "sepa" | "operator" | "other")[];
            };
            header?: {
                /** @description Of the caller's own making, 1 to 255 visible ASCII characters. It names the job until the job is deleted; after that it starts another, which is charged. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "operation": "valuations.sale",
                 *       "area": {
                 *         "outcode": "XE1"
                 *       },
                 *       "quote": true
                 *     }
                 */
                "application/json": components["schemas"]["JobRequest"];
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The quote, or with a known Idempotency-Key the job that it started. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobQuote"] | components["schemas"]["Job"];
                };
            };
            /** @description The job, which waits for its turn. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "jobs.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "jobs.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "jobs.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "jobs.results": {
        parameters: {
            query?: {
                /** @description Form of the results; it has precedence over `Accept`. */
                format?: "ndjson" | "csv" | "geojson" | "parquet";
                /** @description Index of the first input whose line is sent. */
                from?: number;
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line for each answered input. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Licences": components["headers"]["X-Licences"];
                    /** @description State of the job when the answer began. */
                    "X-Job-State"?: string;
                    /** @description Number of lines sent. If you received fewer, a proxy passed on a truncated answer as complete. */
                    "X-Line-Count"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": components["schemas"]["BatchLine"];
                    "text/csv": string;
                    "application/geo+json": {
                        [key: string]: unknown;
                    };
                    "application/vnd.apache.parquet": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "jobs.notice": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the job.
                 * @example 0b0a3f0e-6c1d-4c56-9a52-0a4c9d1f7e11
                 */
                id: components["parameters"]["JobIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "tiles.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description sales = registered sales (from zoom 14; of the last 2 years there, 5 at zoom 15, 30 from 16; `together` is true
                 *     where the price is that of several homes, which no value counts); prices = median price of the last two years by
                 *     cell; sectors = the same by postcode sector; designations, flood, parcels = areas that apply today; schools,
                 *     stops, homes = points.
                 * @example prices
                 */
                layer: "sales" | "prices" | "sectors" | "designations" | "flood" | "parcels" | "schools" | "stops" | "homes";
                /**
                 * @description Zoom.
                 * @example 11
                 */
                z: number;
                /**
                 * @description Column of the square, from the west.
                 * @example 1032
                 */
                x: number;
                /**
                 * @description Row of the square, from the north.
                 * @example 658
                 */
                y: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tile. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Licences": components["headers"]["X-Licences"];
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            /** @description The square has nothing of the layer. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The tile is what If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "changes.list": {
        parameters: {
            query?: {
                /**
                 * @description Cursor of the last answer: gives the changes after it. 0 gives all stored ones.
                 * @example 0
                 */
                since?: number;
                /**
                 * @description Only changes of this dataset.
                 * @example price-paid
                 */
                dataset?: string;
                /** @description Only changes of records that are in a full postcode, an outcode or an authority by its code, such as E06000022, or that were there before the change, and resets. */
                area?: string;
                /** @description Only changes of records linked to this home before or after the change, and resets. Not with area. */
                uprn?: components["schemas"]["Uprn"];
                /** @description Most changes to return. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes in their order. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "X-Next-Cursor": components["headers"]["X-Next-Cursor"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangesPage"];
                    "application/x-ndjson": components["schemas"]["Change"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            410: components["responses"]["CursorExpired"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "watches.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before; refused once the watch that it names is deleted. */
                cursor?: string;
                /** @description Entries of a page at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of watches. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WatchPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "watches.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WatchRequest"];
            };
        };
        responses: {
            /** @description The same watch, which was made before. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            /** @description The watch. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["NotAllowedNow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "watches.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The watch. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Watch"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "watches.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the watch. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the caller, 1 to 255 visible ASCII characters. It stands for the endpoint until the endpoint is deleted. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/hooks"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description The endpoint that was made with this Idempotency-Key before, with its present secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The endpoint with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["NotAllowedNow"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.switch_on": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is pending. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotAllowedNow"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.deliveries": {
        parameters: {
            query?: {
                /** @description Only deliveries in this state. */
                status?: "pending" | "delivered" | "failed";
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Entries of a page at most. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "webhooks.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the endpoint. */
                id: string;
                /** @description Id of the delivery. */
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, which is pending again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "X-Fictional-Country": components["headers"]["X-Fictional-Country"];
                    "X-Ignored-Parameters": components["headers"]["X-Ignored-Parameters"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotAllowedNow"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["UriTooLong"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
