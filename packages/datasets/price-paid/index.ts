import type { TableModule } from '@domesday/loading/types';
import { table } from './columns.ts';
import { recognise } from './layouts.ts';
import { prepareHomes } from './links.query.ts';
import { checkOrder } from './order.query.ts';
import { publishSales } from './publish.query.ts';
import { source } from './source.ts';

/** Sales in England and Wales, from any of HM Land Registry's files of sales. */
export const dataset: TableModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: false,
  staging: table.staging,
  maxFieldChars: 4096,
  maxRecordChars: 16 * 1024,
  recognise,
  nullRates: { price: 0, postcode: 0.02, paon: 0.02, tenure: 0.02 },
  removalsLack: 'price',
  dateColumn: 'date',
  withholds: { record: 't.transaction_id', type: 'uuid' },
  check: checkOrder,
  prepare: prepareHomes,
  publish: publishSales,
};
