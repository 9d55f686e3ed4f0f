import { type DbClient, sql, statement } from '@domesday/db';
import { CHANGED } from '@domesday/loading/changed-rows.query';

type ByPostcode =
  | 'lettings'
  | 'listings'
  | 'hmo_licences'
  | 'schools'
  | 'health_sites'
  | 'planning_applications';

const anyIn = (table: ByPostcode, byUprn: boolean) =>
  statement({
    name: `touched-${table.replace('_', '-')}`,
    after: CHANGED,
    row: { any: 'bool' },
    build: () => sql`
      select exists (select from ${sql.table(table)} t
                      where t.postcode in (select postcode from touched_postcodes union select postcode from moved_postcodes)
                         ${byUprn ? sql`or t.uprn in (select uprn from changed_homes)` : sql``}) as any`,
  });

const registers = {
  lettings: anyIn('lettings', true),
  listings: anyIn('listings', true),
  hmo_licences: anyIn('hmo_licences', true),
  schools: anyIn('schools', false),
  health_sites: anyIn('health_sites', false),
  planning_applications: anyIn('planning_applications', false),
};

/**
 * A build that runs only if small loads changed a home or postcode of one of the registers `tables`. Registers are
 * small compared with the addresses, so the whole build runs. One sequential read of each register.
 */
export function ifTouched(build: (client: DbClient) => Promise<unknown>, ...tables: ByPostcode[]) {
  return async (client: DbClient): Promise<void> => {
    for (const table of tables) {
      if ((await registers[table].one(client)).any) {
        await build(client);
        return;
      }
    }
  };
}

const moved = statement({
  name: 'any-moved-postcode',
  after: CHANGED,
  row: { any: 'bool' },
  build: () => sql`select exists (select from moved_postcodes) as any`,
});

/** A build that runs only if small loads changed a postcode; changes of homes or sales alone do not count. */
export function ifMoved(build: (client: DbClient) => Promise<unknown>) {
  return async (client: DbClient): Promise<void> => {
    if ((await moved.one(client)).any) await build(client);
  };
}
