import { readWorking } from '@domesday/db';
import { authorityChecks } from '../../authority-check.query.ts';
import type { Check, Staged } from '../../types.ts';
import { nationalKinds } from './publish.query.ts';
import type { AreaSpec } from './spec.ts';

/** Areas whose nearest postcode is looked for; that of more tells no more. */
const MOST_PLACED = 500;

/**
 * What the areas of files that name no place will be taken to cover. It decides whether a home outside them is answered
 * with none or as not covered, and only the operator knows whether the files are whole.
 */
export async function coverageChecks(staged: Staged, spec: AreaSpec): Promise<Check[]> {
  const { client, table } = staged;
  const told = await authorityChecks(client, {
    codes: `select regexp_split_to_table(covers, ' ') as code from (select distinct covers from ${table}) c`,
    effect: 'homes outside these areas will be answered there as not covered',
    // What is complete for a nation may lie anywhere in it.
    postcodes: `select p.postcode
                  from (select @@ box as middle from ${table}
                         where box is not null and covers ~ '^[EWS][0-9]{8}( [EWS][0-9]{8})*$' limit ${MOST_PLACED}) s
                 cross join lateral (select postcode from postcodes order by position <-> s.middle limit 1) p`,
  });
  if (spec.extent === 'nation') return [...told, ...(await nationChecks(staged, spec))];
  return spec.extent === 'authorities' ? [...told, ...(await authorityExtents(staged))] : told;
}

async function kindsOf({ client }: Staged, from: string): Promise<string[]> {
  const rows = await readWorking(
    client,
    { kind: 'text' },
    `select distinct kind from (${from}) k order by kind`,
  );
  return rows.map((row) => row.kind);
}

/** A file that breaks off, which has a row without a shape, is taken as complete nowhere. */
async function authorityExtents(staged: Staged): Promise<Check[]> {
  const { table } = staged;
  const kinds = await kindsOf(
    staged,
    `select kind from ${table} where covers is null except select kind from ${table} where geometry is null`,
  );
  if (kinds.length === 0) return [];
  return [
    covers(
      `The files are taken as complete (${kinds.join(', ')}) for each authority in which one of their areas holds a loaded postcode or home: homes there outside the areas will be answered with none. Are they complete for fewer authorities, or for others? Then load them with --replace --covers and the codes of these.`,
    ),
  ];
}

async function nationChecks(staged: Staged, spec: AreaSpec): Promise<Check[]> {
  const { table } = staged;
  const checks: Check[] = [];
  const others = new Set(await kindsOf(staged, `select kind from ${table} where covers is null`));
  for (const country of spec.countries) {
    const kinds = await kindsOf(staged, nationalKinds(table, country));
    if (kinds.length === 0) continue;
    for (const kind of kinds) others.delete(kind);
    checks.push(
      covers(
        `Homes of ${country} outside these areas will be answered with none (${kinds.join(', ')}), since the areas extend over more than half of it. Are the files of a part of ${country} alone? Then load them with --replace --covers and the codes of its authorities.`,
      ),
    );
  }
  if (others.size > 0)
    checks.push(
      covers(
        `Homes outside these areas will be answered as not covered (${[...others].join(', ')}), since the areas extend over no more than half of a nation. If the files are complete for a nation or for authorities, load them with --replace --covers and its name or their codes.`,
      ),
    );
  return checks;
}

function covers(detail: string): Check {
  return { name: 'covers', status: 'ok', detail };
}
