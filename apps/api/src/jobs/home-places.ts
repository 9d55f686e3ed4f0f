import type { Schema } from '@domesday/contract';
import { termsOf } from '@domesday/loading/licences';
import type { ResultLine } from '../batch/result-lines.ts';
import type { Table } from '../batch/table.ts';
import { listOf } from '../http/check/request-values.ts';
import { type Notice, noticesOf } from '../http/meta/licences.ts';
import type { Source } from '../http/meta/source.ts';
import { positionsOfHomes } from './homes.query.ts';
import type { JobRow } from './jobs.query.ts';

/** Longitude and latitude. */
export type Point = [number, number];

/** Finds the positions of the results of a job on the map. */
export interface Places {
  of(lines: readonly ResultLine[]): Promise<(Point | null)[]>;
  /** Licence notices of the sources of positions that come from no answer. */
  notices: readonly Notice[];
}

/** Where positions in `addresses` may come from: a source of the home's own, or the directory of its postcode. */
const POSITION_SOURCES = ['os-open-uprn', 'address-list', 'code-point-open', 'onspd'] as const;
const DIRECTORIES = ['code-point-open', 'onspd'] as const;

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/**
 * How to find the positions for the results of a job: from each answer or, where an operation's answers have none, from
 * the home that was asked about. If the data have been replaced since the job ran (by real data, after the fictional
 * country), homes get no position.
 */
export async function placesOf(job: JobRow, { columns }: Table, source: Source): Promise<Places> {
  const loaded = await source.loadedData();
  const parameters = JSON.parse(job.parameters);
  const has_coordinates = columns.some(({ name }) => /(^|_)(lat|latitude)$/.test(name));
  const leftOutOfAll = !has_coordinates || leavesOutPlace(parameters);
  const replaced = job.fictional !== null && job.fictional !== loaded.fictional;
  const may_name_homes = job.source !== 'items' || columns.some(({ name }) => /^(subject_)?uprn$/.test(name));
  if (!(leftOutOfAll || job.leaves_out_place) || replaced || !may_name_homes)
    return { of: async (lines) => lines.map(({ body }) => ownPosition(body)), notices: [] };
  const left_out = termsLeftOut(parameters);
  const known = POSITION_SOURCES.flatMap((id) => loaded.source(id) ?? []);
  const termsBy = new Map<string, string[]>(known.map(({ id, licence }) => [id, termsOf(licence)]));
  return {
    notices: noticesOf(known.filter(({ licence }) => !termsOf(licence).some((one) => left_out.has(one)))),
    of: async (lines) => {
      const uprns = lines.map((line) => uprnOf(line, job.source !== 'items'));
      const unique = [...new Set(uprns.filter((uprn) => uprn !== null))];
      const rows = await positionsOfHomes.rows(source.db, { uprns: JSON.stringify(unique) });
      const homes = new Map(rows.map((row) => [row.uprn, row]));
      return lines.map(({ body }, i) => {
        if (!leftOutOfAll && !lacksPlace(body)) return ownPosition(body);
        const home = homes.get(uprns[i] ?? -1);
        if (!home || home.longitude === null || home.latitude === null) return null;
        const from = home.position_source === 'postcode' ? DIRECTORIES : [home.position_source ?? ''];
        const terms = from.flatMap((id) => termsBy.get(id) ?? []);
        const { excluded_licences = [] } = fieldsOf(body) as Partial<Schema<'LicensedAnswer'>>;
        // A refusal does not list its excluded terms, so apply those of the job.
        const excluded = new Set<string>([...left_out, ...excluded_licences]);
        return terms.some((one) => excluded.has(one)) ? null : [home.longitude, home.latitude];
      });
    },
  };
}

/** A list among parameters, given as a list or as text with commas. */
function listIn(parameters: Fields, name: 'exclude_licences' | 'fields'): string[] {
  const list = parameters[name] as string | string[] | undefined;
  return typeof list === 'string' ? listOf(list) : (list ?? []);
}

/** Whether inputs with these parameters ask for certain fields but not for the position. */
export function leavesOutPlace(parameters: Fields): boolean {
  const fields = listIn(parameters, 'fields');
  return fields.length > 0 && !fields.includes('location');
}

/** Whether an answer lacks the position of its home because the input did not ask for it. */
function lacksPlace(body: unknown): boolean {
  const own = fieldsOf(body);
  return 'uprn' in own && !('location' in own);
}

/**
 * The terms that all inputs of a job exclude. `royal_mail` is not among them, since it hides only texts of addresses.
 */
function termsLeftOut(parameters: Fields): Set<string> {
  return new Set(listIn(parameters, 'exclude_licences').filter((one) => one !== 'royal_mail'));
}

/** The UPRN of a line: from its answer, else (in a job about an area) from its ref; null if there is none. */
function uprnOf({ ref, body }: ResultLine, of_area: boolean): number | null {
  const own = fieldsOf(body);
  const uprn = Number(own.uprn ?? fieldsOf(own.subject).uprn ?? (of_area ? ref : undefined));
  return Number.isSafeInteger(uprn) ? uprn : null;
}

/** The position in an answer, or in its match. */
function ownPosition(body: unknown): Point | null {
  const own = fieldsOf(body);
  for (const { lat, lng, latitude = lat, longitude = lng } of [
    own,
    fieldsOf(own.match),
    fieldsOf(own.location),
  ])
    if (typeof latitude === 'number' && typeof longitude === 'number') return [longitude, latitude];
  return null;
}
