import {
  type Asked,
  exampleCall,
  operationTable,
  parametersOf,
  sandboxDatabase,
  type TestDatabase,
} from '@domesday/testing';
import { startTestApi, type TestAnswer, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Every parameter of a request changes the answer, is refused, or is named among the warnings. A parameter that is
// named as without effect changes nothing.
type Values = Record<string, unknown>;
type Entry = (typeof operationTable)[number];

const LOCATION = ['uprn', 'postcode', 'outcode', 'lat', 'lng', 'polygon'];
/** Parameters for the form, price and paging of an answer: other tests show what they change. */
const FORM = ['meta', 'quote', 'cursor'];
/** Parameters that matter only if evidence is scarce, far away or odd: each has to matter in at least one place. */
const WHERE_NEEDED = ['widen', 'allow_partial', 'max_radius_m', 'category'];
/** Three sectors in England, one of them sparse, and one in each other nation. */
const SECTORS = ['XE1 1', 'XE2 4', 'XE4 9', 'XS1 1', 'XW1 1'];
const FEEDS: readonly string[] = ['operator-lettings', 'listings-blm', 'airbnb-listings'];
/**
 * Parameters besides the required ones: some make evidence scarce in some places; without others there is no answer.
 */
const ALSO: Record<string, Values> = {
  'valuations.development_gdv': {
    units: ['flat', 'detached'].map((type) => ({ type, bedrooms: 2, count: 3 })),
  },
  'valuations.str_estimate': { bedrooms: 2 },
};

/** Values as far from each other as the contract allows. */
function valuesOf({ schema, name }: Asked): unknown[] {
  // The default comes last, as it changes nothing.
  const assumedLast = (values: unknown[]) =>
    [...values].sort((a, b) => Number(a === schema.default) - Number(b === schema.default));
  if (schema.enum) return assumedLast(schema.enum);
  if (schema.items?.enum) return schema.items.enum.map((one: unknown) => [one]);
  switch (schema.type) {
    case 'boolean':
      return assumedLast([true, false]);
    case 'integer':
    case 'number': {
      const { minimum = 0, maximum = 1_000_000 } = schema;
      const few = [minimum, minimum + 1, minimum + 2].filter((value) => value <= maximum);
      return [...few, Math.round((minimum + maximum) / 2), maximum];
    }
    default:
      if (schema.format === 'date') return ['2020-01-01', '2024-06-15', '2026-06-15'];
      return name === 'q' ? ['flat', 'zzqx'] : [];
  }
}

/** The worked example without its place and without optional parameters. */
function bareOf(entry: Entry, asked: Asked[]): { path: string; needed: Values } {
  const { path, body } = exampleCall(entry);
  const [bare, query] = path.split('?') as [string, string | undefined];
  const all = { ...Object.fromEntries(new URLSearchParams(query)), ...(body as Values) };
  const names = asked.filter((one) => one.required && one.in !== 'path').map((one) => one.name);
  return {
    path: bare,
    needed: { ...Object.fromEntries(names.map((name) => [name, all[name]])), ...ALSO[entry.id] },
  };
}

/** An answer without the parts that differ from call to call, and without its warnings. */
function sameness({ body, text }: TestAnswer): string {
  if (!body?.meta) return text.replace(/req_\w+/, '');
  const { request_id, warnings, ...meta } = body.meta;
  return JSON.stringify({ ...body, meta });
}

const ECHOES = [
  'subject',
  'bathrooms',
  'bathrooms_source',
  'guests',
  'guests_source',
  'limiting_factors',
  'next_cursor',
];

const withoutEchoes = (text: string): string =>
  JSON.stringify(JSON.parse(text, (name, value) => (ECHOES.includes(name) ? undefined : value)));

/** The parts of an answer that are compared. */
interface Told {
  status: number;
  sameness: string;
  /** The same without parts that repeat or judge the request; null for a file, which contains its warnings. */
  result: string | null;
  /** The parameters that the answer names as without effect. */
  ignored: string[];
  /** The parameters that the answer names as useless. */
  named: unknown[];
  /** With fewer than two records, a filter or an order may change nothing. */
  many: boolean;
}

function toldBy(answer: TestAnswer): Told {
  const { status, body, headers } = answer;
  const ignored = headers.get('x-ignored-parameters')?.split(', ') ?? [];
  const warned = body?.meta?.warnings.map((warning: { field: string | null }) => warning.field) ?? [];
  return {
    status,
    sameness: sameness(answer),
    result: body?.meta ? withoutEchoes(sameness(answer)) : null,
    ignored,
    named: [...warned, ...ignored],
    many: body?.count === undefined || body.count >= 2,
  };
}

/** Parameters that may be combined, and what has to be shown about them. */
interface Combination {
  parameter: Asked;
  start: Values;
  beside: Values;
  /** Of the combinations with one key, at least one must have an effect. */
  key: string;
}

function combinationsOf(asked: Asked[], places: Values[][]): Combination[] {
  const inputs = asked.map(({ name }) => name).filter((name) => LOCATION.includes(name));
  const starts = places.map((kinds) =>
    kinds.filter((kind) => Object.keys(kind).every((name) => inputs.includes(name))),
  );
  const optional = asked.filter(
    (one) => !one.required && ![...FORM, ...LOCATION].includes(one.name) && valuesOf(one).length > 0,
  );
  const switches = optional.flatMap((one) =>
    one.schema.enum || one.schema.type === 'boolean'
      ? valuesOf(one).map((value) => ({ [one.name]: value }))
      : [],
  );
  return optional.flatMap((parameter) =>
    starts.flatMap((kinds, place) =>
      (kinds.length ? kinds : [{}]).flatMap((start) =>
        [{}, ...switches.filter((one) => !(parameter.name in one))].map((beside) => {
          const alone = Object.keys(beside).length === 0;
          // The places in England count as one nation.
          const where = alone ? `${Object.keys(start)} ${Math.max(2, place)}` : JSON.stringify(beside);
          const polygon = 'polygon' in start ? ' polygon' : '';
          const key = WHERE_NEEDED.includes(parameter.name) ? `widely${polygon}` : where;
          return { parameter, start, beside, key: `${parameter.name} ${key}` };
        }),
      ),
    ),
  );
}

describe.each([
  { loaded: 'with feeds of the operator', without: [], operations: operationTable },
  {
    loaded: 'with open data alone',
    without: FEEDS,
    operations: operationTable.filter(({ datasets }) => datasets.some((id) => FEEDS.includes(id))),
  },
])('$loaded', ({ without, operations }) => {
  let database: TestDatabase;
  let api: TestApi;
  let places: Values[][];
  beforeAll(async () => {
    database = await sandboxDatabase();
    await database.db.query('delete from dataset_loads where dataset = any ($1)', [without]);
    await addVisit(database);
    api = await startTestApi(database);
    places = await placesOf(database);
  });
  afterAll(async () => {
    await api?.close();
    await database?.drop();
  });

  async function ask(entry: Entry, asked: Asked[], path: string, given: Values): Promise<TestAnswer> {
    const search = new URLSearchParams();
    const body: Values = {};
    let at = path;
    for (const [name, value] of Object.entries(given)) {
      const where = asked.find((one) => one.name === name)?.in;
      const isObject = typeof value === 'object' && !Array.isArray(value);
      if (where === 'body') body[name] = value;
      else if (where === 'path') at = at.replace(/\d{6,12}/, String(value));
      else search.set(name, isObject ? JSON.stringify(value) : String(value));
    }
    return api.call(search.size ? `${at}?${search}` : at, entry.method === 'post' ? { body } : {});
  }

  it.each(operations)(
    '$id applies, refuses or reports as ignored every parameter, and reports none that it applies',
    async (entry) => {
      const asked = parametersOf(entry);
      const { path, needed } = bareOf(entry, asked);
      const heeded = new Set<string>();
      const silent = new Set<string>();
      const belied = new Set<string>();
      const answers = new Map<string, Promise<Told>>();
      /** Sends each request once, in whatever order its parameters were combined. */
      const tell = (given: Values): Promise<Told> => {
        const known = JSON.stringify(Object.entries(given).sort(([a], [b]) => (a < b ? -1 : 1)));
        const told = answers.get(known) ?? ask(entry, asked, path, given).then(toldBy);
        answers.set(known, told);
        return told;
      };
      for (const { parameter, start, beside, key } of combinationsOf(asked, places)) {
        if (heeded.has(key) || parameter.name in (ALSO[entry.id] ?? {})) continue;
        const given = { ...needed, ...start, ...beside };
        const base = await tell(given);
        const needs = WHERE_NEEDED.includes(parameter.name);
        if (!needs && (base.status !== 200 || !base.many)) continue;
        for (const value of valuesOf(parameter)) {
          const told = await tell({ ...given, [parameter.name]: value });
          const changed = told.sameness !== base.sameness;
          if (base.status === 200 && told.result !== base.result && told.ignored.includes(parameter.name))
            belied.add(key);
          if (changed || told.status === 422 || told.named.includes(parameter.name)) {
            heeded.add(key);
            break;
          }
        }
        if (!heeded.has(key) && base.status === 200) silent.add(key);
      }
      expect([...silent].filter((key) => !heeded.has(key))).toEqual([]);
      expect([...belied]).toEqual([]);
    },
    120_000,
  );
});

/** An earlier visit to the short lets, so that there is a history. */
async function addVisit({ db }: TestDatabase): Promise<void> {
  const { rows } = await db.query<{ names: string; values: string }>(
    `select string_agg(column_name, ', ') as names,
            string_agg(case column_name when 'seen_on' then 'seen_on - 120' when 'current' then 'false'
                       else column_name end, ', ') as values
       from information_schema.columns where table_name = 'short_lets' and is_generated = 'NEVER'`,
  );
  await db.query(
    `insert into short_lets (${rows[0]!.names}) select ${rows[0]!.values} from short_lets where current`,
  );
}

/** One home of each sector as each kind of location. */
async function placesOf({ db }: TestDatabase): Promise<Values[][]> {
  const { rows } = await db.query(
    `select distinct on (left(postcode, -2)) uprn::text, postcode, split_part(postcode, ' ', 1) as outcode,
       latitude as lat, longitude as lng
     from addresses where left(postcode, -2) = any ($1) and latitude is not null
     order by left(postcode, -2), uprn`,
    [SECTORS],
  );
  return rows.map(({ uprn, postcode, outcode, lat, lng }) => {
    const corners: [number, number][] = [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ];
    const ring = corners.map(([east, north]) => [lng + 0.01 * east, lat + 0.008 * north]);
    return [
      { outcode },
      { uprn },
      { postcode },
      { lat, lng },
      { polygon: { type: 'Polygon', coordinates: [ring] } },
    ];
  });
}
