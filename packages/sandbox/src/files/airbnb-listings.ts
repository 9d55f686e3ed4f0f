import { addDays } from '../country/dates.ts';
import { round } from '../country/grid.ts';
import type { Country, Home } from '../country/model.ts';
import { titleCase } from '../country/names.ts';
import { randomFor } from '../country/random.ts';
import { bedroomsOf } from '../country/rents.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

export const AIRBNB_HEADER = (
  'id,name,host_id,host_name,neighbourhood_group,neighbourhood,latitude,longitude,room_type,price,minimum_nights,' +
  'number_of_reviews,last_review,reviews_per_month,calculated_host_listings_count,availability_365,' +
  'number_of_reviews_ltm,license'
).split(',');

const LOOKS = ['Bright', 'Quiet', 'Cosy 🌊', 'Harbour view', 'Top floor', 'Central', 'Sunny,'];

/**
 * Inside Airbnb's summary file of two towns: positions blurred within 150 m, no host names, some names with line
 * breaks and emoji, a few prices of 0, no licence numbers. It covers no other place.
 */
export function airbnbListings(country: Country): DatasetFiles[] {
  return CITIES.map((one) => city(country, one));
}

/** The reviews of the same towns, more in summer than in winter; only of the last two years. */
export function airbnbReviews(country: Country): DatasetFiles[] {
  return CITIES.map((one) => {
    const rows = listingsOf(country, one).flatMap((listing) => reviewsOf(country, listing));
    const path = `airbnb-reviews/${one.name}-${country.today}-reviews.csv`;
    return oneFile('airbnb-reviews', path, csv([['listing_id', 'date'], ...rows]), rows.length);
  });
}

/** Distributes a review over the days of the year by season. */
function reviewsOf(country: Country, listing: Row): Row[] {
  const [id, per_month] = [Number(listing[0]), Number(listing[13] ?? 0)];
  const random = randomFor('airbnb reviews', id);
  const rows: Row[] = [];
  for (let i = 0; i < Math.round(per_month * 24); i++) {
    let day = addDays(country.today, -random.int(1, 720));
    if (random.chance(0.6) && !['06', '07', '08', '09'].includes(day.slice(5, 7)))
      day = addDays(country.today, -random.int(60, 160));
    rows.push([id, day]);
  }
  return rows;
}

interface City {
  name: string;
  settlement: string;
  count: number;
  group: string;
}
const CITIES: City[] = [
  { name: 'xanbury', settlement: 'xanbury-centre', count: 150, group: 'Xanshire' },
  { name: 'xarrick', settlement: 'xarrick', count: 60, group: '' },
];

function listingsOf(country: Country, { settlement, count, group }: City): Row[] {
  const homes = country.homes.filter((home) => home.street.settlement.key === settlement);
  return Array.from({ length: count }, (_, i) => {
    const home = homes[Math.floor((i * homes.length) / count)]!;
    return fields(country, home, i, group);
  });
}

function city(country: Country, one: City): DatasetFiles {
  const rows = listingsOf(country, one);
  const { name } = one;
  const path = `airbnb-listings/${name}-${country.today}-listings.csv`;
  return oneFile('airbnb-listings', path, csv([AIRBNB_HEADER, ...rows]), rows.length);
}

function fields(country: Country, home: Home, index: number, group: string): Row {
  const random = randomFor('airbnb', home.uprn);
  const bedrooms = bedroomsOf(home);
  const entire = random.chance(0.78);
  const room = random.chance(0.03) ? 'Shared room' : 'Private room';
  const rate = (entire ? 48 + 31 * bedrooms : 42) * Math.exp(0.2 * random.normal());
  const perMonth = random.chance(0.12) ? 0 : round(random.between(0.1, 4.2), 2);
  const months = random.int(3, 60);
  const break_ = index % 41 === 3 ? '\n' : ' ';
  const place = titleCase(home.street.settlement.town);
  return [
    99_800_000 + index * 137 + (group === '' ? 500_000 : 0),
    `${random.pick(LOOKS)}${break_}${bedrooms} bed ${entire ? 'home' : 'room'} in ${place}`,
    998_000_000_000 + Math.floor(index / 3),
    '',
    group,
    `${place} ${home.postcode.slice(4, 5)}`,
    round(home.latitude + random.between(-0.0012, 0.0012), 5),
    round(home.longitude + random.between(-0.002, 0.002), 5),
    entire ? 'Entire home/apt' : room,
    index % 67 === 20 ? 0 : Math.max(15, Math.round(rate)),
    random.pick([1, 1, 2, 2, 3, 7, 30]),
    Math.round(perMonth * months),
    perMonth === 0 ? '' : addDays(country.today, -random.int(2, 200)),
    perMonth === 0 ? '' : perMonth,
    random.pick([1, 1, 1, 2, 5]),
    random.int(0, 365),
    Math.round(perMonth * Math.min(12, months)),
    '',
  ];
}
