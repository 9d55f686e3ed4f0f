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
         * @description Ranked addresses for whatever a person has typed so far: words in any order, a postcode or part of it, a
         *     flat, a building name; small typing errors are forgiven. Ranked by trigram similarity within classes of
         *     agreement on number, unit and postcode. Use addresses.match to resolve one whole address with its postcode.
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
         * @description Compares the address part by part (unit, number, range, suffix, building, street) with every address of
         *     the postcode, and with those of the postcode's first half where none there is acceptable. A number or unit
         *     that conflicts is never accepted. 404 `address_not_found`, free, where nothing is acceptable.
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
         * @description One record from every loaded source: addresses, energy certificates, price-paid sales, postcodes. Fields
         *     that a nation does not have, or that no source records, are null with a reason in `meta.warnings`. With
         *     `fields` only those fields are returned, beside `uprn` and `meta`.
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
         * @description A cascade of three methods. High: the last sale carried forward by local growth (`last_sold_growth`).
         *     Medium: floor area times local price per square foot (`sqft_estimate`). Low: the nearest 7 similar sales
         *     (`comparables`). The bounds are 90 % and 110 % of the value by convention; `interval_80` is the measured
         *     spread. 404 `insufficient_data`, free, where none of the three can answer.
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
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the account and the key
         * @description Plan, credits and rate limit of the key that asks; a parent key also sees its sub-keys. Free.
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
         * @description Calls, credits and errors per endpoint, day or key. Calls through MCP stand under the same endpoint names.
         *     A parent key sees its whole account, a sub-key itself. Counters other than credits may lag by a second.
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Nation of Great Britain.
         * @enum {string}
         */
        Country: "England" | "Wales" | "Scotland";
        /** @description An address that resembles the query. */
        SearchResult: {
            /** @description Unique Property Reference Number. */
            uprn: number;
            /** @description Full address, upper case. */
            address: string;
            /** @description Postcode with its space. */
            postcode: string;
            /** @description WGS84 degrees north; null where no position is known. */
            latitude: number | null;
            /** @description WGS84 degrees east; null where no position is known. */
            longitude: number | null;
            /** @description Trigram similarity of query and address. */
            score: number;
            /**
             * @description exact = every word as typed; prefix = the last word is unfinished; fuzzy = a word was corrected or left out.
             * @enum {string}
             */
            match_type: "exact" | "prefix" | "fuzzy";
            /** @description Nation of the address; null where its postcode is in no loaded directory. */
            country: components["schemas"]["Country"] | null;
        };
        /**
         * @description How much evidence stands behind the answer.
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
            /** @description Radius in metres, where the area is a circle. */
            radius_m: number | null;
            /** @description True where the area asked for held too few records. */
            widened: boolean;
            /** @description The narrower area that fell short, where widened. */
            widened_from: string | null;
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
            /** @description Release that is loaded, as its publisher names it. */
            release: string | null;
            /**
             * Format: date
             * @description Date of its newest record.
             */
            newest_record: string | null;
            /**
             * Format: date-time
             * @description When this operator loaded it.
             */
            retrieved_at: string;
            /** @description Words that its licence asks to be shown. */
            attribution: string;
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
             * @description What the source holds for the place.
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
        NullReason: "not_covered" | "not_in_jurisdiction" | "not_recorded" | "insufficient_sample" | "source_not_loaded";
        /** @description A caution about the answer, or the reason why a field is null. */
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
             * @description Day for which the answer holds.
             */
            as_of: string;
            /** @description First and last day of the records used. */
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
            /** @description How much evidence stands behind the answer. */
            confidence: components["schemas"]["Confidence"] | null;
            /** @description What kind of figure it is. */
            basis: components["schemas"]["Basis"] | null;
            /** @description Area asked for and area used. */
            geography: components["schemas"]["Geography"] | null;
            /** @description Fingerprint of the loaded data; it changes with every load. */
            dataset_release: string;
            /** @description Loaded datasets that took part. */
            sources: components["schemas"]["Source"][];
            /** @description What the sources cover here, where that matters. */
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
        ErrorCode: "malformed_request" | "missing_parameter" | "invalid_parameter" | "unknown_parameter" | "unknown_field" | "location_required" | "multiple_locations" | "geometry_invalid" | "query_too_broad" | "invalid_key" | "credits_exhausted" | "key_cap_reached" | "unknown_path" | "method_not_allowed" | "address_not_found" | "uprn_not_found" | "postcode_not_found" | "postcode_terminated" | "insufficient_data" | "not_in_jurisdiction" | "not_covered" | "source_not_loaded" | "body_too_large" | "uri_too_long" | "unsupported_media_type" | "rate_limited" | "internal_error" | "overloaded" | "unavailable";
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
                /** @description Identifier of the request, as in X-Request-Id. */
                request_id: string;
                /** @description Seconds to wait before trying again. */
                retry_after_s?: number;
                /** @description Address of the documentation of this server. */
                docs_url: string;
            };
        };
        /** @description An address to resolve. */
        MatchRequest: {
            /** @description Free text, with or without the postcode. */
            address: string;
            /** @description UK postcode; case, spaces and hyphens do not matter. */
            postcode: string;
        };
        /** @description The best UPRN for the address. */
        Match: {
            /** @description Unique Property Reference Number. */
            uprn: number;
            /** @description Full address, upper case. */
            address: string;
            /** @description Postcode with its space. */
            postcode: string;
            /** @description WGS84 degrees north; null where no position is known. */
            latitude: number | null;
            /** @description WGS84 degrees east; null where no position is known. */
            longitude: number | null;
            /** @description Probability that this is the right UPRN. */
            confidence: number;
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
        };
        /** @description How one part of the address compares. */
        FieldReason: {
            /**
             * @description Part of the address.
             * @enum {string}
             */
            field: "unit" | "number" | "building" | "street" | "locality" | "town" | "postcode" | "relation";
            /**
             * @description missing = one side does not give it; conflict = both give it and they differ.
             * @enum {string}
             */
            outcome: "exact" | "equivalent" | "partial" | "missing" | "conflict";
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
             * @description Whether the match has the postcode that was given.
             * @enum {string}
             */
            matched_on: "full_postcode" | "postcode_prefix";
            /** @description True where a rival is too close to tell apart. */
            ambiguous: boolean;
            /** @description Confidence of the match less that of the best rival; null without a rival. */
            runner_up_gap: number | null;
            /** @description How the parts of the address compare. */
            reasons: components["schemas"]["FieldReason"][];
            /** @description The input as it was compared. */
            normalised_input: {
                /** @description Address, upper case, without its postcode. */
                address: string;
                /** @description Postcode with its space. */
                postcode: string;
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
         * @description Legal estate. Scottish property is held outright and is given as Freehold where a source says so.
         * @enum {string}
         */
        Tenure: "Freehold" | "Leasehold";
        /** @description The newest energy performance certificate. */
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
        /** @description A local authority. */
        Authority: {
            /** @description GSS code. */
            code: string;
            /** @description Name, where a loaded source gives it. */
            name: string | null;
        };
        /** @description One registered sale. */
        Sale: {
            /**
             * Format: uuid
             * @description Identifier that HM Land Registry gave the sale.
             */
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
        };
        /** @description Where the value of one field came from. */
        FieldProvenance: {
            /** @description Identifier of the dataset. */
            source: string;
            /** @description Its release. */
            release: string | null;
            /**
             * Format: date
             * @description Day to which the value belongs.
             */
            observed_at: string | null;
            /**
             * @description recorded = as published; derived = by a rule; modelled = an estimate.
             * @enum {string}
             */
            method: "recorded" | "derived" | "modelled";
            confidence: components["schemas"]["Confidence"];
        };
        /** @description The merged record. With `fields` only the named fields stand beside `uprn` and `meta`. */
        Property: {
            /** @description The UPRN asked for, without leading zeros. */
            uprn: string;
            /** @description Full address, upper case. */
            address?: string;
            /** @description Postcode with its space. */
            postcode?: string;
            /** @description Position; null where no source gives one. */
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
            /** @description Band of building years, first-last, such as 1930-1949. */
            construction_age?: string | null;
            /** @description Newest energy certificate. */
            epc?: components["schemas"]["EnergyPerformance"] | null;
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
            /**
             * Format: uuid
             * @description Identifier that HM Land Registry gave the sale.
             */
            transaction_id: string;
            /** @description UPRN, where the sale could be linked. */
            uprn: number | null;
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
            /** @description Price carried to the day of the valuation, pounds. */
            adjusted_price: number;
            /** @description Straight-line distance, metres. */
            distance_m: number | null;
            /** @description 1 = the same in all that is compared. */
            similarity: number;
        };
        /** @description What the estimate rests on. */
        SaleEvidence: {
            /** @description Last market sale of the property. */
            last_sale: components["schemas"]["Sale"] | null;
            /** @description Growth applied to it. */
            index: components["schemas"]["IndexGrowth"] | null;
            /** @description Local price per square foot. */
            ppsf: components["schemas"]["PricePerSqft"] | null;
            /** @description Floor area used, square metres. */
            floor_area_sqm: number | null;
            /** @description Dataset that gave the floor area. */
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
            /** @description Range that held 80 of 100 sales in the back-test; null where too few were measured. */
            interval_80: components["schemas"]["Interval"] | null;
            /**
             * @description Quality of the result in one word.
             * @enum {string}
             */
            result_code: "ok" | "thin_market" | "stale_sale" | "no_floor_area";
            /** @description What limits the estimate, one sentence each. */
            limiting_factors: string[];
            evidence?: components["schemas"]["SaleEvidence"];
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
            /** @description Label given by the operator. */
            label: string | null;
            /**
             * @description Test keys deduct nothing.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description Key it belongs under, for a sub-key. */
            parent_id: string | null;
            /** @description Hard cap, credits a month; null = the allowance of the account. */
            monthly_cap: number | null;
            /** @description Credits deducted through this key this month. */
            used_this_month: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Last call, to within a second or two.
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
                /** @description Credits a month: the plan, or the cap of the key where lower. */
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
            /** @description Sub-keys of a parent key. */
            sub_keys?: components["schemas"]["Key"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description Sums over the period. */
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
            /** @description 95th percentile of the time in the server, milliseconds, to the upper end of its histogram bucket. */
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
        /** @description One dataset that this server can load. */
        DatasetStatus: {
            /** @description Identifier, as in `domesday load <id>`. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Nations that it covers. */
            countries: components["schemas"]["Country"][];
            /** @description Release that is loaded. */
            release: string | null;
            /**
             * Format: date
             * @description Date of its newest record.
             */
            newest_record: string | null;
            /**
             * Format: date-time
             * @description When it was loaded.
             */
            loaded_at: string | null;
            /** @description Rows published by its last load. */
            rows: number;
            /**
             * @description stale = older than two publishing intervals.
             * @enum {string}
             */
            state: "fresh" | "stale" | "missing";
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
            /** @description For each nation: full = every dataset it reads is loaded, partial = some, none = none. */
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
            /** @description The command that would load what is missing. */
            how_to_fix: string | null;
        };
        /** @description State of the service. */
        Status: {
            /**
             * @description degraded = an operation has no data at all.
             * @enum {string}
             */
            status: "ok" | "degraded" | "down";
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
            /** @description What to do next, where something is missing. */
            how_to_fix: string | null;
            meta: components["schemas"]["Meta"];
        };
    };
    responses: {
        /** @description The request is malformed, or a required parameter is missing. Not charged. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing or invalid. Not charged. */
        Unauthorised: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The monthly credits of the account, or the cap of the key, are used up. Not charged. */
        PaymentRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing, or not enough data for an answer. Not charged. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
                "Retry-After": components["headers"]["Retry-After"];
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
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Unique Property Reference Number, 1 to 12 digits.
         * @example 998000000005
         */
        UprnPath: components["schemas"]["Uprn"];
    };
    requestBodies: never;
    headers: {
        /** @description Identifier of the request. */
        "X-Request-Id": string;
        /** @description Seconds to wait before trying again. */
        "Retry-After": number;
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
                /** @description Least similarity of a result. */
                min_score?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Addresses that resemble the query; an empty list where none does. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "addresses.match": {
        parameters: {
            query?: never;
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MatchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "properties.get": {
        parameters: {
            query?: {
                /** @description Names of the fields to return, separated by commas; all where omitted. */
                fields?: string[];
                /**
                 * @description Further parts: provenance tells for each field where it came from; history lists the sales.
                 * @example [
                 *       "provenance",
                 *       "history"
                 *     ]
                 */
                include?: ("provenance" | "history")[];
            };
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Property"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "valuations.sale": {
        parameters: {
            query?: {
                /** @description Day of the valuation; only what was known then is used. Today where omitted. */
                as_of?: components["schemas"]["Date"];
                /**
                 * @description evidence adds the last sale, the index, the price per square foot and the comparables used.
                 * @example [
                 *       "evidence"
                 *     ]
                 */
                include?: "evidence"[];
            };
            header?: never;
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaleValuation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as this key may see it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "account.usage": {
        parameters: {
            query?: {
                /** @description First day, UTC; the first of this month where omitted. */
                from?: components["schemas"]["Date"];
                /** @description Last day, UTC; today where omitted. At most 92 days from the first. */
                to?: components["schemas"]["Date"];
                /** @description What the rows of the CSV form stand for. */
                group_by?: "endpoint" | "day" | "key";
                /** @description Form of the answer. */
                format?: "json" | "csv";
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
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    "status.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the service. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorised"];
            402: components["responses"]["PaymentRequired"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
