import { batchLoader, columnsOf, type Queryable, type RowOf, sql, statement } from '@domesday/db';

const RELEASE = columnsOf('releases', ['no', 'name', 'released_on', 'last_load', 'version', 'pruned']);
export type Release = RowOf<typeof RELEASE>;

/** Every release, oldest first, including those that are no longer kept. */
export const releases = statement({
  name: 'releases',
  row: RELEASE,
  build: () => sql`select no, name, released_on, last_load, version, pruned from public.releases order by no`,
});

/** Batch loader: requests that come during a read share the next one, so no request gets rows read before it came. */
const readTogether = batchLoader<null, Release[]>(async (db, keys) => {
  const rows = await releases.rows(db);
  return keys.map(() => rows);
});

export async function readReleases(db: Queryable): Promise<readonly Release[]> {
  return (await readTogether(db, null))!;
}

export const addRelease = statement({
  name: 'add-release',
  parameters: columnsOf('releases', ['no', 'name', 'released_on', 'version']),
  build: ({ no, name, released_on, version }) => sql`
    insert into releases (no, name, released_on, released_at, last_load, version)
    select ${no}, ${name}, ${released_on}, now(), coalesce(max(id), 0), ${version} from dataset_loads`,
});

/** Deletes paid questions whose release is no longer kept, so that their answer cannot be asked for again. */
export const forgetQuestions = statement({
  name: 'forget-paid-questions',
  build: () => sql`
    delete from paid_questions q
     where not exists (select from releases r where r.name = q.release and not r.pruned)`,
});

export const markPruned = statement({
  name: 'mark-pruned-releases',
  parameters: { releases: '_int8' },
  build: (v) => sql`update releases set pruned = true where no = any (${v.releases})`,
});
