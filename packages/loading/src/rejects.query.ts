import { columnsOf, json, listOf, type RowOf, sql, statement } from '@domesday/db';
import type { RejectReason } from './rejects.ts';

const LOAD = {
  ...columnsOf('dataset_loads', ['id', 'status', 'started_at', 'rows_read', 'rows_rejected']),
  reject_reasons: json<RejectReason[]>('jsonb'),
};
export type RejectingLoad = RowOf<typeof LOAD>;

/** One load of a dataset by its id; without an id, the newest with refused rows. Index: dataset_loads_latest. */
export const rejectingLoad = statement({
  name: 'rejecting-load',
  parameters: { dataset: 'text', load_id: 'int8?' },
  row: LOAD,
  build: ({ dataset, load_id }) => sql`
    select ${listOf(LOAD)} from dataset_loads
     where dataset = ${dataset} and (id = ${load_id}::bigint or ${load_id}::bigint is null and rows_rejected > 0)
     order by id desc limit 1`,
});

/** Refused rows of a load in the order of its files, from the primary key of dataset_rejects. */
export const rejectedRows = statement({
  name: 'rejected-rows',
  parameters: { load_id: 'int8', most: 'int8' },
  row: columnsOf('dataset_rejects', ['file', 'line', 'reason', 'raw']),
  build: ({ load_id, most }) => sql`
    select file, line, reason, raw from dataset_rejects where load_id = ${load_id} order by file, line limit ${most}`,
});

/** Deletes the texts of refused rows of all loads of a dataset. Their reasons and counts stay. */
export const forgetRejects = statement({
  name: 'forget-rejects',
  parameters: columnsOf('dataset_loads', ['dataset']),
  build: ({ dataset }) => sql`
    delete from dataset_rejects where load_id in (select id from dataset_loads where dataset = ${dataset})`,
});

/**
 * For how many loads of a dataset refused rows are kept. Their texts would fill the disk, and may hold personal data.
 */
export const LOADS_WITH_TEXTS = 10;

/**
 * Deletes the refused rows of all but the newest LOADS_WITH_TEXTS loads of each dataset that have any. Index: primary
 * key.
 */
export const forgetOldRejects = statement({
  name: 'forget-old-rejects',
  build: () => sql`
    delete from dataset_rejects where load_id in (
      select id from (
        select id, row_number() over (partition by dataset order by id desc) as nth from dataset_loads l
         where exists (select from dataset_rejects r where r.load_id = l.id)) refusing
       where nth > ${LOADS_WITH_TEXTS})`,
});
