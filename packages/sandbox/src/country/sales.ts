import { addDays, dayNumber, isoDate, workingDay } from './dates.ts';
import { logPrice, roundPrice } from './market.ts';
import type { Correction, Home, Sale, Street } from './model.ts';
import { type Random, randomFor } from './random.ts';

const MARKET_OPENED = dayNumber('2005-01-01');
const SALE_NOISE = 0.055;
const NEW_BUILD_PREMIUM = 0.08;

/** Last month of the bulk file; later sales, and some registered late, are in the monthly file. */
export interface SalePeriod {
  bulkEnds: string;
  monthlyEnds: string;
}

/** Sales of one home in England or Wales, oldest first. */
export function salesOf(home: Home, period: SalePeriod): Sale[] {
  const random = randomFor('sales', home.uprn);
  const sales: Sale[] = [];
  const isNew = home.builtYear >= 2005;
  if (!isNew && random.chance(home.street.settlement.outcode === 'XE4' ? 1 : 0.24)) return sales;
  const meanYears = home.type === 'F' ? 6.5 : home.type === 'D' ? 10 : 8.5;
  let day = isNew
    ? Math.max(MARKET_OPENED, dayNumber(`${home.builtYear}-03-01`)) + random.int(0, 300)
    : MARKET_OPENED + Math.round(-Math.log(1 - random.next()) * 365 * 6);
  const last = dayNumber(period.monthlyEnds);
  while (day <= last) {
    const date = workingDay(isoDate(day), random.chance(0.4));
    if (dayNumber(date) <= last)
      sales.push(sale(home, date, sales.length, isNew && sales.length === 0, period, random));
    const shortHold = random.chance(0.03);
    const days_held = shortHold
      ? random.int(90, 300)
      : 365 + Math.round(-Math.log(1 - random.next()) * 365 * meanYears);
    day += days_held;
    if (shortHold && day <= last) {
      const resale = sale(home, workingDay(isoDate(day), true), sales.length, false, period, random);
      resale.price = roundPrice(resale.price * random.between(1.1, 1.22), random.next());
      resale.oddity = 'short_hold';
      sales.push(resale);
      day += 365 + Math.round(-Math.log(1 - random.next()) * 365 * meanYears);
    }
  }
  return sales;
}

function sale(
  home: Home,
  date: string,
  serial: number,
  newBuild: boolean,
  period: SalePeriod,
  random: Random,
): Sale {
  const additional = !newBuild && random.chance(0.045);
  const level =
    logPrice(home, date) +
    SALE_NOISE * random.normal() +
    (newBuild ? NEW_BUILD_PREMIUM : 0) -
    (additional ? 0.16 : 0);
  const late = date > addDays(period.bulkEnds, -75) && random.chance(0.4);
  const { settlement } = home.street;
  return {
    transactionId: transactionId(String(home.uprn), serial),
    uprn: home.uprn,
    price: roundPrice(Math.exp(level), random.next()),
    date,
    postcode: home.postcode,
    type: home.type,
    newBuild,
    tenure: home.tenure,
    paon: primaryName(home),
    saon: home.saon,
    street: home.street.name,
    locality: settlement.locality,
    town: settlement.town,
    district: settlement.authority.name.toUpperCase(),
    county: settlement.authority.county,
    category: additional ? 'B' : 'A',
    oddity: null,
    file: late || date > period.bulkEnds ? 'monthly' : 'bulk',
  };
}

/** Price-paid writes `NAME, 15` for a named house with a number, and puts spaces into ranges. */
function primaryName(home: Home): string {
  const number = home.number.replace('-', ' - ');
  return [home.buildingName, number].filter((part) => part !== '').join(', ');
}

export function transactionId(key: string, serial: number): string {
  const random = randomFor('transaction', key, serial);
  return `99800000-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`;
}

/** The rows of the outcode with few sales: it has only these three. */
export function sparseSales(homes: readonly Home[], period: SalePeriod): Sale[] {
  return (['2012-05-18', '2019-10-04', '2024-03-22'] as const).map((date, i) => {
    const random = randomFor('sparse', i);
    return {
      ...sale(homes[i * 3 + 1]!, date, 0, false, period, random),
      category: 'A' as const,
      file: 'bulk' as const,
    };
  });
}

/** Adds a few of the irregularities of the real file; changes the list in place. */
export function disturb(
  sales: Sale[],
  postcodesOf: (settlement: string) => string[],
  formerPostcode: (home: Home, date: string) => string | null,
  homes: Map<number, Home>,
): void {
  const extra: Sale[] = [];
  sales.forEach((row, i) => {
    if (row.oddity !== null || row.uprn === null || row.postcode.startsWith('XE4')) return;
    const home = homes.get(row.uprn)!;
    if (row.saon === 'FLAT') row.oddity = 'unit_without_number';
    const former = formerPostcode(home, row.date);
    if (former !== null) {
      row.postcode = former;
      row.oddity = 'former_postcode';
    } else if (i % 211 === 17) {
      const neighbours = postcodesOf(home.street.settlement.key).filter(
        (postcode) => postcode !== row.postcode,
      );
      row.postcode = randomFor('wrong postcode', i).pick(neighbours);
      row.oddity = 'wrong_postcode';
    } else if (i % 487 === 101) {
      row.postcode = '';
      row.oddity = 'no_postcode';
    } else if (i % 97 === 5) {
      row.street = row.street.replace('XLEY', 'XLY').replace('X', 'XX');
      row.oddity = 'street_spelling';
    } else if (i % 89 === 11 && row.type === 'S') {
      row.type = 'T';
      row.oddity = 'type_changed';
    } else if (row.date < '2009-04-01' && i % 5 === 0) {
      row.district = 'OLD XANDON';
      row.county = `${row.county} AND XANDON`;
      row.oddity = 'old_district';
    } else if (i % 601 === 77) {
      row.oddity = 'same_day_duplicate';
      extra.push({ ...row, transactionId: transactionId(`duplicate ${row.uprn}`, i), category: 'B' });
    }
  });
  sales.push(...extra);
}

/** Shops, yards and garages: type O, always category B, at addresses that no home has. */
export function commercialSales(streets: readonly Street[], period: SalePeriod): Sale[] {
  return streets
    .filter((street) => street.settlement.nation !== 'Scotland' && street.settlement.outcode !== 'XE4')
    .filter((_, i) => i % 3 === 0)
    .map((street, i) => {
      const random = randomFor('commercial', i);
      const { settlement } = street;
      const date = workingDay(
        isoDate(random.int(dayNumber('2014-01-01'), dayNumber(period.bulkEnds))),
        false,
      );
      return {
        transactionId: transactionId('commercial', i),
        uprn: null,
        price: random.int(1, 300) * 7_500,
        date,
        postcode: random.chance(0.3) ? '' : street.postcodes[0]!,
        type: 'O' as const,
        newBuild: false,
        tenure: random.chance(0.7) ? ('F' as const) : ('L' as const),
        paon: `${street.name.split(' ')[0]} TRADING YARD`,
        saon: `UNIT ${i + 1}`,
        street: random.chance(0.4) ? '' : street.name,
        locality: settlement.locality,
        town: settlement.town,
        district: settlement.authority.name.toUpperCase(),
        county: settlement.authority.county,
        category: 'B' as const,
        oddity: 'commercial' as const,
        file: 'bulk' as const,
      };
    });
}

/**
 * Corrections of the monthly file: bulk rows with a typing error, which it changes (C), and rows that were registered
 * by mistake, which it deletes (D). Deleted rows are in the bulk file and not in the final list.
 */
export function corrections(sales: readonly Sale[]): Correction[] {
  const bulk = sales.filter(
    (row) => row.file === 'bulk' && row.oddity === null && row.category === 'A' && row.date < '2026',
  );
  const changed = [0.11, 0.27, 0.43, 0.61, 0.78, 0.93].map((share): Correction => {
    const row = bulk[Math.floor(bulk.length * share)]!;
    return { transactionId: row.transactionId, status: 'C', published: { ...row, price: row.price * 10 } };
  });
  const deleted = [0.19, 0.37, 0.53, 0.71].map((share, i): Correction => {
    const row = bulk[Math.floor(bulk.length * share)]!;
    const id = transactionId('mistaken', i);
    const price = Math.round(row.price * 0.5);
    return {
      transactionId: id,
      status: 'D',
      published: { ...row, transactionId: id, price, date: addDays(row.date, 7) },
    };
  });
  return [...changed, ...deleted];
}
