import type { Staged } from '../../types.ts';
import type { AreaSpec } from './spec.ts';

/** West-east and south-north extent of each nation in grid metres, to recognise a national file. */
const EXTENTS = {
  England: { minX: 82_000, minY: 5000, maxX: 656_000, maxY: 658_000 },
  Wales: { minX: 146_000, minY: 164_000, maxX: 356_000, maxY: 396_000 },
  Scotland: { minX: 5000, minY: 530_000, maxX: 470_000, maxY: 1_220_000 },
} as const;
const SPREAD = 0.5;

/** Number of a dataset in the tables of areas; assigned at its first load. */
export async function datasetNumber(client: Staged['client'], dataset: string): Promise<number> {
  await client.query('insert into area_datasets (dataset) values ($1) on conflict (dataset) do nothing', [
    dataset,
  ]);
  const { rows } = await client.query<{ no: number }>('select no from area_datasets where dataset = $1', [
    dataset,
  ]);
  return rows[0]!.no;
}

/** Areas served now of the staged scopes, for comparison; index areas_scope. */
export async function replacedAreas({ client, table, load_id }: Staged): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*) as n from areas a
      where a.dataset_no = (select d.no from area_datasets d join dataset_loads l on l.dataset = d.dataset
                             where l.id = $1)
        and (a.kind, a.scope) in (select distinct s.kind, s.scope from ${table} s)`,
    [load_id],
  );
  return rows[0]!.n;
}

/** The newest start day of a staged area, not in the future; one sequential read of staging. */
export async function newestArea({ client, table }: Staged): Promise<string | null> {
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(designated_on) as newest from ${table} where designated_on <= current_date`,
  );
  return rows[0]!.newest;
}

/**
 * Replaces areas of the same kind and scope with the staged ones, and records their coverage. Index: areas_scope.
 * Returns areas written.
 */
export async function publishAreas(staged: Staged, spec: AreaSpec): Promise<number> {
  const { client, table, load_id } = staged;
  const no = await datasetNumber(client, spec.id);
  const replaced = staged.replace
    ? 'true'
    : `(t.kind, t.scope) in (select distinct s.kind, s.scope from ${table} s)`;
  await client.query(`delete from areas t where t.dataset_no = $1 and ${replaced}`, [no]);
  await client.query(`delete from area_coverage t where t.dataset_no = $1 and ${replaced}`, [no]);
  const written = await client.query(
    `insert into areas (dataset_no, kind, scope, reference, name, band, level, attributes, designated_on,
                        ended_on, authority_code, geometry, box, vertices, area_sqm, load_id)
     select $1, kind, scope, reference, name, band, level, attributes, designated_on, ended_on, authority_code,
            geometry, box, vertices, area_sqm, $2
       from ${table} where geometry is not null`,
    [no, load_id],
  );
  // Until the properties in them are worked out anew, nothing can be said to lie outside them.
  await client.query('update area_datasets set built_at = null where no = $1', [no]);
  await client.query(
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
  await client.query(
    `insert into area_coverage (dataset_no, kind, scope, basis, complete, load_id)
     select distinct $1::smallint, kind, scope, 'declared', false, $2::bigint
       from ${table} s where s.geometry is null
        and not exists (select from ${table} d where d.kind = s.kind and d.scope = s.scope and d.covers is not null)`,
    [no, load_id],
  );
  if (spec.extent === 'nation') for (const country of spec.countries) await coverNation(staged, no, country);
  return written.rowCount ?? 0;
}

/** A file whose areas spread over half the length and width of a nation counts as national. */
async function coverNation(
  { client, table, load_id }: Staged,
  no: number,
  country: keyof typeof EXTENTS,
): Promise<void> {
  const { minX, minY, maxX, maxY } = EXTENTS[country];
  await client.query(
    `insert into area_coverage (dataset_no, kind, scope, country, basis, complete, load_id)
     select $1, s.kind, s.scope, $2, 'extent', count(*) = count(s.geometry), $3
       from ${table} s
      where s.covers is null and (s.box is null or s.box && box(point($4, $5), point($6, $7)))
      group by s.kind, s.scope
     having count(s.box) > 0
        and least(max((s.box[0])[0]), $6) - greatest(min((s.box[1])[0]), $4) > ${SPREAD} * ($6 - $4)
        and least(max((s.box[0])[1]), $7) - greatest(min((s.box[1])[1]), $5) > ${SPREAD} * ($7 - $5)`,
    [no, country, load_id, minX, minY, maxX, maxY],
  );
}
