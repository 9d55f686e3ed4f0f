import { MONTHS } from '@domesday/loading/dates';
import { addDays, monthNumber } from '../country/dates.ts';
import type { Country, Sale } from '../country/model.ts';
import { randomFor } from '../country/random.ts';
import { csv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

/**
 * Transaction to UPRN, two columns and no header. Each month's file covers the transactions of that month's update,
 * without those that could not be linked; a transaction may have two UPRNs.
 */
export function hmlrUprnLookup(country: Country): DatasetFiles[] {
  const changed = new Set(country.corrections.map((correction) => correction.transactionId));
  const current = country.sales.filter((row) => row.file === 'monthly' || changed.has(row.transactionId));
  const newest = current.map((row) => row.date).sort()[current.length - 1] ?? country.today;
  const before = country.sales.filter(
    (row) => row.file === 'bulk' && row.date > addDays(newest, -120) && !changed.has(row.transactionId),
  );
  const month = monthNumber(country.today);
  return [month - 2, month - 1].map((of, i) => {
    const rows = pairs(country, i === 0 ? before : current);
    const name = `pp-uprn-lookup-${MONTHS[of % 12]}-${Math.floor(of / 12)}.csv`;
    return oneFile('hmlr-uprn-lookup', `hmlr-uprn-lookup/${name}`, csv(rows), rows.length);
  });
}

function pairs(country: Country, sales: readonly Sale[]): Row[] {
  const rows: Row[] = [];
  for (const sale of sales) {
    if (sale.uprn === null || !randomFor('lookup', sale.transactionId).chance(0.93)) continue;
    rows.push([`{${sale.transactionId}}`, sale.uprn]);
    if (rows.length % 19 === 7 && country.homeByUprn.has(sale.uprn + 1)) {
      rows.push([`{${sale.transactionId}}`, sale.uprn + 1]);
    }
  }
  return rows;
}
