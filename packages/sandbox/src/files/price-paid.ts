import type { Country, Sale } from '../country/model.ts';
import { quotedCsv, type Row } from '../csv.ts';
import { type DatasetFiles, oneFile } from './file.ts';

/**
 * HM Land Registry's price-paid data: the complete file (16 quoted columns, no header, every status A) and
 * one month's update, whose status is A for new rows, C for changed and D for deleted ones.
 */
export function pricePaid(country: Country): DatasetFiles[] {
  const wrong = new Map(country.corrections.map((correction) => [correction.transactionId, correction]));
  const bulk = country.sales
    .filter((row) => row.file === 'bulk')
    .map((row) => wrong.get(row.transactionId)?.published ?? row)
    .concat(country.corrections.filter((entry) => entry.status === 'D').map((entry) => entry.published));
  const monthly: Row[] = country.sales.filter((row) => row.file === 'monthly').map((row) => fields(row, 'A'));
  const right = new Map(country.sales.map((row) => [row.transactionId, row]));
  for (const correction of country.corrections) {
    monthly.push(fields(right.get(correction.transactionId) ?? correction.published, correction.status));
  }
  return [
    oneFile(
      'price-paid',
      'price-paid/pp-complete.csv',
      quotedCsv(inOrder(bulk).map((row) => fields(row, 'A'))),
      bulk.length,
    ),
    oneFile('price-paid', 'price-paid/pp-monthly-update-new-version.csv', quotedCsv(monthly), monthly.length),
  ];
}

/** The order of the complete file has no meaning; here it is by identifier. */
function inOrder(sales: Sale[]): Sale[] {
  return [...sales].sort((a, b) => (a.transactionId < b.transactionId ? -1 : 1));
}

function fields(sale: Sale, status: 'A' | 'C' | 'D'): Row {
  return [
    `{${sale.transactionId}}`,
    sale.price,
    `${sale.date} 00:00`,
    sale.postcode,
    sale.type,
    sale.newBuild ? 'Y' : 'N',
    sale.tenure,
    sale.paon,
    sale.saon,
    sale.street,
    sale.locality,
    sale.town,
    sale.district,
    sale.county,
    sale.category,
    status,
  ];
}
