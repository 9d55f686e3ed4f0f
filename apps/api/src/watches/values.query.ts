import { columnsOf, type RowOf, sql, statement } from '@domesday/db';

const VALUED = columnsOf('watches', [
  'id',
  'webhook_id',
  'uprn',
  'value_moved_pct',
  'value',
  'value_as_of',
  'value_release',
]);
export type ValuedWatch = RowOf<typeof VALUED>;

/** Whether any value is watched; index watches_value. Asked every two seconds, and mostly the answer is no. */
export const anyValued = statement({
  name: 'values-are-watched',
  row: { any: 'bool' },
  build: () => sql`select exists (select from watches where value_moved_pct is not null) as any`,
});

/**
 * Takes watches whose homes have not been valued for a release, and locks them until the transaction ends. A watch
 * whose endpoint is off keeps the value last reported: the move is reported once the endpoint is on. The endpoint is
 * locked too, because its deletion would wait for the watch while the message waits for the endpoint. Index:
 * watches_value.
 */
export const takeUnvalued = statement({
  name: 'take-unvalued-watches',
  parameters: { release: 'text', today: 'date', except: '_uuid', limit: 'int8' },
  row: VALUED,
  build: ({ release, today, except, limit }) => sql`
    select w.id, w.webhook_id, w.uprn, w.value_moved_pct, w.value, w.value_as_of, w.value_release
      from watches w join webhooks h on h.id = w.webhook_id
     where w.value_moved_pct is not null
       and (w.valued_release is null or w.valued_release < ${release} or w.valued_release > ${release})
       and w.ends_on >= ${today} and w.id <> all(${except}) and (h.status = 'on' or w.value is null)
     limit ${limit} for update of w skip locked for key share of h skip locked`,
});

/** Records that a home was valued for a release. A value given replaces the one that later values are compared with. */
export const noteValued = statement({
  name: 'note-valued-watch',
  parameters: {
    id: 'uuid',
    release: 'text',
    value: 'float8?',
    as_of: 'date?',
    value_release: 'text?',
  },
  build: ({ id, release, value, as_of, value_release }) => sql`
    update watches set valued_release = ${release}, value = coalesce(${value}, value),
        value_as_of = coalesce(${as_of}, value_as_of), value_release = coalesce(${value_release}, value_release)
     where id = ${id}`,
});
