import { columnsOf, query, readWorkingRow, statement, writeWorking } from '@domesday/db';
import type { Staged } from '../../types.ts';
import { deleteWithin } from './other-places.query.ts';
import type { AreaSpec } from './spec.ts';

/** West-east and south-north extent of each nation in grid metres, to recognise a national file. */
const EXTENTS = {
  England: { minX: 82_000, minY: 5000, maxX: 656_000, maxY: 658_000 },
  Wales: { minX: 146_000, minY: 164_000, maxX: 356_000, maxY: 396_000 },
  Scotland: { minX: 5000, minY: 530_000, maxX: 470_000, maxY: 1_220_000 },
} as const;
const SPREAD = 0.5;
/** Number of equal strips, from south to north, into which a nation is divided. A county lies in two or three. */
const PARTS = 10;

const addDataset = statement({
  name: 'add-area-dataset',
  parameters: columnsOf('area_datasets', ['dataset']),
  build: ({ dataset }) =>
    query
      .insertInto('area_datasets')
      .values({ dataset })
      .onConflict((on) => on.column('dataset').doNothing()),
});

/** Number of a dataset in the tables of areas. */
export const areaDatasetNumber = statement({
  name: 'area-dataset',
  parameters: columnsOf('area_datasets', ['dataset']),
  row: columnsOf('area_datasets', ['no']),
  build: ({ dataset }) => query.selectFrom('area_datasets').select('no').where('dataset', '=', dataset),
});

// Until a build computes again which homes lie in the areas, no home is known to be outside them.
const forgetBuild = statement({
  name: 'forget-area-build',
  parameters: columnsOf('area_datasets', ['no']),
  build: ({ no }) => query.updateTable('area_datasets').set({ built_at: null }).where('no', '=', no),
});

/** The number of a dataset in the tables of areas, which its first load assigns. */
async function datasetNumber(client: Staged['client'], dataset: string): Promise<number> {
  await addDataset.run(client, { dataset });
  return (await areaDatasetNumber.one(client, { dataset })).no;
}

/** The number of areas now served with the kinds and scopes of the staged ones. Index: areas_scope. */
export async function replacedAreas({ client, table, load_id }: Staged): Promise<number> {
  const { n } = await readWorkingRow(
    client,
    { n: 'int8' },
    `select count(*) as n from areas a
      where a.dataset_no = (select d.no from area_datasets d join dataset_loads l on l.dataset = d.dataset
                             where l.id = $1)
        and (a.kind, a.scope) in (select distinct s.kind, s.scope from ${table} s)`,
    [load_id],
  );
  return n;
}

/**
 * Replaces areas of the same kind and scope with the staged ones, and records their coverage. Index: areas_scope.
 * Returns areas written.
 */
export async function publishAreas(staged: Staged, spec: AreaSpec): Promise<number> {
  const { client, table, load_id } = staged;
  const no = await datasetNumber(client, spec.id);
  await deleteWithin(staged, spec, no);
  const replaced = staged.replace
    ? 'true'
    : `(t.kind, t.scope) in (select distinct s.kind, s.scope from ${table} s)`;
  await writeWorking(client, `delete from areas t where t.dataset_no = $1 and ${replaced}`, [no]);
  await writeWorking(client, `delete from area_coverage t where t.dataset_no = $1 and ${replaced}`, [no]);
  const written = await writeWorking(
    client,
    `insert into areas (dataset_no, kind, scope, reference, name, band, level, attributes, designated_on,
                        ended_on, authority_code, geometry, box, vertices, area_sqm, load_id)
     select $1, kind, scope, reference, name, band, level, attributes, designated_on, ended_on, authority_code,
            geometry, box, vertices, area_sqm, $2
       from ${table} where geometry is not null`,
    [no, load_id],
  );
  await forgetBuild.run(client, { no });
  await writeWorking(
    client,
    `insert into area_coverage (dataset_no, kind, scope, country, authority_code, basis, complete, load_id)
     select $1, c.kind, c.scope,
            case when c.place ~ '^[EWS][0-9]{8}$' then null else c.place end,
            case when c.place ~ '^[EWS][0-9]{8}$' then c.place end,
            'declared',
            not exists (select from ${table} m where m.geometry is null and m.kind = c.kind and m.scope = c.scope),
            $2
       from (select distinct s.kind, s.scope, regexp_split_to_table(s.covers, ' ') as place
               from ${table} s where s.covers is not null) c`,
    [no, load_id],
  );
  // A truncated file without stated coverage leaves a note for the coverage of authorities, which is derived later.
  await writeWorking(
    client,
    `insert into area_coverage (dataset_no, kind, scope, basis, complete, load_id)
     select distinct $1::smallint, kind, scope, 'declared', false, $2::bigint
       from ${table} s where s.geometry is null
        and not exists (select from ${table} d where d.kind = s.kind and d.scope = s.scope and d.covers is not null)`,
    [no, load_id],
  );
  if (spec.extent === 'nation') for (const country of spec.countries) await coverNation(staged, no, country);
  return written;
}

/**
 * SQL of the kinds of staged areas without a stated place whose file counts as national: the areas spread over half the
 * length and width of the nation, and lie in more than half of its strips. Two counties far apart do not.
 */
export function nationalKinds(table: string, country: keyof typeof EXTENTS): string {
  const { minX, minY, maxX, maxY } = EXTENTS[country];
  const within = (one: string) => `${one}.box && box(point(${minX}, ${minY}), point(${maxX}, ${maxY}))`;
  const part = (corner: number) =>
    `floor(((p.box[${corner}])[1] - ${minY}) / ${(maxY - minY) / PARTS})::integer`;
  return `
    select s.kind, s.scope, count(*) = count(s.geometry) as complete
      from ${table} s
     where s.covers is null and (s.box is null or ${within('s')})
     group by s.kind, s.scope
    having count(s.box) > 0
       and least(max((s.box[0])[0]), ${maxX}) - greatest(min((s.box[1])[0]), ${minX}) > ${SPREAD * (maxX - minX)}
       and least(max((s.box[0])[1]), ${maxY}) - greatest(min((s.box[1])[1]), ${minY}) > ${SPREAD * (maxY - minY)}
       and ${SPREAD * PARTS} < (
         select count(distinct part) from ${table} p
          cross join lateral generate_series(greatest(${part(1)}, 0), least(${part(0)}, ${PARTS - 1})) as part
          where p.covers is null and p.kind = s.kind and p.scope = s.scope and ${within('p')})`;
}

async function coverNation(
  { client, table, load_id }: Staged,
  no: number,
  country: keyof typeof EXTENTS,
): Promise<void> {
  await writeWorking(
    client,
    `insert into area_coverage (dataset_no, kind, scope, country, basis, complete, load_id)
     select $1, kind, scope, $2, 'extent', complete, $3 from (${nationalKinds(table, country)}) n`,
    [no, country, load_id],
  );
}
