import { certificatesOf } from './certificates.ts';
import { addDays, firstOfMonth, monthNumber } from './dates.ts';
import { buildHomes } from './homes.ts';
import type { Certificate, Country, Home, Sale } from './model.ts';
import { commercialSales, corrections, disturb, type SalePeriod, salesOf, sparseSales } from './sales.ts';

/** The publication day of the country's files, unless a caller passes another. */
export const SANDBOX_TODAY = '2026-10-31';

const built = new Map<string, Country>();

/** The whole country as known on a day; built once per day and process, always the same for the same day. */
export function buildCountry(today: string = SANDBOX_TODAY): Country {
  const known = built.get(today);
  if (known) return known;
  const { streets, homes, buildings, postcodes } = buildHomes();
  const homeByUprn = new Map(homes.map((home) => [home.uprn, home]));
  const period = salePeriod(today);
  const sales: Sale[] = [];
  for (const home of homes) {
    if (home.street.settlement.nation !== 'Scotland') sales.push(...salesOf(home, period));
  }
  sales.push(
    ...sparseSales(
      homes.filter((home) => home.postcode.startsWith('XE4')),
      period,
    ),
  );
  const postcodesOf = (key: string): string[] =>
    postcodes
      .filter((entry) => entry.settlement.key === key && entry.terminated === null && entry.hasPosition)
      .map((entry) => entry.postcode);
  // Homes in the streets of a withdrawn postcode were sold under that postcode until its withdrawal.
  const withdrawn = postcodes.filter((entry) => entry.terminated !== null);
  const formerPostcode = (home: Home, date: string): string | null => {
    const former = withdrawn.find(
      (entry) => entry.street === home.street && home.postcode === entry.street.postcodes[0],
    );
    return former && date.slice(0, 7).replace('-', '') < former.terminated! ? former.postcode : null;
  };
  disturb(sales, postcodesOf, formerPostcode, homeByUprn);
  sales.push(...commercialSales(streets, period));

  const salesByUprn = groupBy(
    sales.filter((row) => row.uprn !== null),
    (row) => row.uprn!,
  );
  const certificates = homes.flatMap((home) => certificatesOf(home, salesByUprn.get(home.uprn) ?? [], today));
  const country: Country = {
    today,
    streets,
    homes,
    buildings,
    postcodes,
    sales,
    corrections: corrections(sales),
    certificates,
    homeByUprn,
    salesByUprn,
    certificatesByUprn: groupBy<number, Certificate>(certificates, (certificate) => certificate.uprn),
  };
  built.set(today, country);
  return country;
}

/**
 * Price-paid lags by a month: the bulk file ends two months before the data date, the monthly one a month before.
 */
export function salePeriod(today: string): SalePeriod {
  const month = monthNumber(today);
  return { bulkEnds: addDays(firstOfMonth(month - 1), -1), monthlyEnds: addDays(firstOfMonth(month), -1) };
}

function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
