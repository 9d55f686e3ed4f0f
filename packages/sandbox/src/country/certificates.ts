import { addDays, dayNumber, isoDate } from './dates.ts';
import { AUTHORITIES } from './geography.ts';
import type { Certificate, Home, Sale } from './model.ts';
import { randomFor } from './random.ts';

const REGISTER_OPENED = dayNumber('2008-10-01');

/**
 * Certificates of one home, oldest first: seven homes in ten have one, some have several, and one certificate in
 * twelve has no UPRN. A sale or a new building usually leads to a certificate.
 */
export function certificatesOf(home: Home, sales: readonly Sale[], today: string): Certificate[] {
  const random = randomFor('certificate', home.uprn);
  const isNew = home.builtYear >= 2008;
  if (!isNew && !random.chance(0.72)) return [];
  const newest = dayNumber(today) - 20;
  const days: number[] = [];
  const firstDay = isNew
    ? dayNumber(`${home.builtYear}-06-15`) + random.int(0, 150)
    : random.int(REGISTER_OPENED, newest);
  days.push(Math.min(firstDay, newest));
  for (const sale of sales) {
    const before = dayNumber(sale.date) - random.int(70, 200);
    if (before > REGISTER_OPENED && random.chance(0.35) && days.every((day) => Math.abs(day - before) > 700))
      days.push(before);
  }
  if (random.chance(0.1)) days.push(random.int(REGISTER_OPENED, newest));
  days.sort((a, b) => a - b);
  const certificates = days.map((day, i): Certificate => {
    const newBuild = isNew && i === 0;
    return {
      number: `9980-${String(home.uprn % 10_000).padStart(4, '0')}-${String(Math.floor(home.uprn / 10_000) % 10_000).padStart(4, '0')}-${random.int(1000, 9999)}-${String(i + 1).padStart(4, '0')}`,
      uprn: home.uprn,
      hasUprn: random.chance(0.917),
      inspectedOn: isoDate(day),
      lodgedOn: addDays(isoDate(day), random.int(0, 9)),
      score: Math.min(96, Math.max(5, home.energyScore + 4 * i + random.int(-3, 3))),
      floorArea: random.chance(0.012)
        ? random.pick(['0', ''])
        : String(Math.max(20, Math.round(home.floorAreaSqm * (1 + 0.015 * random.normal()) * 10) / 10)),
      transactionType: newBuild
        ? 'new dwelling'
        : random.pick(['marketed sale', 'marketed sale', 'rental', 'ECO assessment', 'none of the above']),
      layout: layoutOf(home),
    };
  });
  return certificates.sort((a, b) => (a.lodgedOn < b.lodgedOn ? -1 : 1));
}

/** One English authority is still published in the layout from before 2026; Scotland has its own register. */
function layoutOf(home: Home): Certificate['layout'] {
  if (home.street.settlement.nation === 'Scotland') return 'scottish';
  return home.street.settlement.authority === AUTHORITIES.xelland ? 'older' : '2026';
}
