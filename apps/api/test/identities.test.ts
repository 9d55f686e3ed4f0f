import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Figures of one answer that belong together agree, in every answer over the whole fictional country.
type Item = Record<string, unknown>;
type Identity = (item: Item, path: string) => string[];

const isNumber = (value: unknown): value is number => typeof value === 'number';
const numbers = (item: Item, ...names: string[]): number[] | null => {
  const values = names.map((name) => item[name]);
  return values.every(isNumber) ? (values as number[]) : null;
};
const wrong = (holds: boolean, path: string, text: string): string[] => (holds ? [] : [`${path}: ${text}`]);
/** Tolerance for rounding each side to two decimals. */
const near = (a: number, b: number, tolerance = 0.02) => Math.abs(a - b) <= tolerance + 0.002 * Math.abs(b);

/** An estimate lies strictly between its bounds. */
const BOUNDS = [
  ['low', 'point', 'high'],
  ['lower_bound', 'value', 'upper_bound'],
  ['lower_pcm', 'rent_pcm', 'upper_pcm'],
];
/** Fields with bounds, and quartiles of short lets, which show how listings differ and not how sure an estimate is. */
const BANDS = [...BOUNDS, ['p25', 'p50', 'p75']];
const ORDERED = ['min', 'p10', 'p25', 'median', 'p75', 'p90', 'max'];

const IDENTITIES: Record<string, Identity> = {
  'an estimate lies between its bounds': (item, path) =>
    BANDS.flatMap((names) => {
      const band = numbers(item, ...names);
      return band ? wrong(band[0]! < band[1]! && band[1]! < band[2]!, path, `${names} = ${band}`) : [];
    }),
  'the value lies within its 80 % interval': (item, path) => {
    const interval = item.interval_80 as { low: number; high: number } | undefined;
    if (!interval || !isNumber(item.value)) return [];
    return wrong(interval.low < item.value && item.value < interval.high, path, 'interval_80');
  },
  'quantiles rise, and the mean lies between the extremes': (item, path) => {
    const known = ORDERED.map((name) => item[name]).filter(isNumber);
    const rising = known.every((value, i) => i === 0 || value >= known[i - 1]!);
    const ends = numbers(item, 'min', 'mean', 'max');
    return [
      ...wrong(rising, path, `quantiles ${known}`),
      ...(ends ? wrong(ends[0]! <= ends[1]! && ends[1]! <= ends[2]!, path, `mean ${ends}`) : []),
    ];
  },
  'revenue a night is price times occupancy': (item, path) => {
    // Medians over single listings, as in the history of a market, are not multiplicative.
    if (path.startsWith('str.market')) return [];
    const found = numbers(item, 'adr', 'occupancy_pct', 'revpar');
    if (!found) return [];
    return wrong(near(found[2]!, (found[0]! * found[1]!) / 100, 0.05), path, `revpar ${found}`);
  },
  'a listing makes its price for each night let': (item, path) => {
    const found = numbers(item, 'adr', 'occupancy_pct', 'revenue');
    if (!found || !path.includes('comparables')) return [];
    return wrong(near(found[2]!, (found[0]! * found[1]! * 365) / 100, 2), path, `revenue ${found}`);
  },
  'a share lies between nought and a hundred': (item, path) =>
    Object.entries(item).flatMap(([name, value]) =>
      /^(occupancy|full_fibre|gigabit|approval_rate|share_of_area|prs_share|under_20|over_65)_pct$/.test(
        name,
      ) && isNumber(value)
        ? wrong(value >= 0 && value <= 100, path, `${name} ${value}`)
        : [],
    ),
  'a rank lies within its count': (item, path) => {
    if (!('rank' in item) || item.rank === null) return [];
    const found = numbers(item, 'rank', 'of');
    return found ? wrong(found[0]! >= 1 && found[0]! <= found[1]!, path, `rank ${found}`) : [];
  },
  'what is listed is counted, and no more than there is': (item, path) => {
    const lists = ['results', 'comparables', 'schools', 'applications'].map((name) => item[name]);
    const list = lists.find(Array.isArray);
    return [
      ...(list && isNumber(item.count) ? wrong(item.count === list.length, path, `count ${item.count}`) : []),
      ...(isNumber(item.count) && isNumber(item.total)
        ? wrong(item.count <= item.total, path, `count ${item.count} of ${item.total}`)
        : []),
    ];
  },
  'parts add up to their whole': (item, path) => {
    const sum = (list: unknown, value: (one: Item) => unknown) =>
      (list as Item[]).reduce((total, one) => total + Number(value(one)), 0);
    const found: string[] = [];
    if (Array.isArray(item.by_property_type) && isNumber(item.sales_count))
      found.push(
        ...wrong(
          sum(item.by_property_type, (one) => (one.price as Item).n) === item.sales_count,
          path,
          'by_property_type',
        ),
      );
    if (item.by_phase && isNumber(item.total))
      found.push(
        ...wrong(Object.values(item.by_phase).reduce((a, b) => a + b, 0) === item.total, path, 'by_phase'),
      );
    if (item.by_status && Array.isArray(item.applications))
      found.push(...wrong(item.total !== undefined, path, 'by_status'));
    if (Array.isArray(item.monthly) && item.monthly.length > 0) {
      const year = (item.annual as { revenue: { p50: number } }).revenue.p50;
      found.push(
        ...wrong(
          near(
            sum(item.monthly, (one) => one.revenue),
            year,
            0.2,
          ),
          path,
          'monthly',
        ),
      );
    }
    if (Array.isArray(item.units) && item.gdv) {
      const point = sum(item.units, (one) => one.total_value ?? 0);
      found.push(...wrong(near((item.gdv as { point: number }).point, point), path, 'gdv'));
    }
    const unit = numbers(item, 'unit_value', 'count', 'total_value');
    if (unit) found.push(...wrong(near(unit[2]!, unit[0]! * unit[1]!), path, `unit ${unit}`));
    const rooms = numbers(item, 'per_room', 'rooms', 'total');
    if (rooms) found.push(...wrong(near(rooms[2]!, rooms[0]! * rooms[1]!, 0.1), path, `rooms ${rooms}`));
    return found;
  },
  'prices by area agree': (item, path) => {
    const found = numbers(item, 'price_per_sqft', 'price_per_sqm');
    return found ? wrong(near(found[1]!, found[0]! * 10.7639, 0.1), path, `per area ${found}`) : [];
  },
  'a rent by the week is twelve fifty-seconds of that by the month': (item, path) => {
    const found = numbers(item, 'rent_pcm', 'rent_pw');
    return found ? wrong(near(found[1]!, (found[0]! * 84) / 365), path, `rents ${found}`) : [];
  },
  'a net yield is the gross one less the costs, and the history ends with the answer': (item, path) => {
    if (!path.startsWith('rents.yields') || !isNumber(item.net_yield_pct)) return [];
    const { point } = item.gross_yield_pct as { point: number };
    const { cost_pct } = item.assumptions as { cost_pct: number };
    const last = (item.history as { gross_yield_pct: number }[]).at(-1);
    return [
      ...wrong(near(item.net_yield_pct, point * (1 - cost_pct / 100)), path, 'net_yield_pct'),
      ...wrong(
        near(point, ((item.rent_pcm as number) * 1200) / (item.median_price as number)),
        path,
        'yield',
      ),
      ...(last
        ? wrong(near(last.gross_yield_pct, point), path, `history ends at ${last.gross_yield_pct}, ${point}`)
        : []),
    ];
  },
  'a shared home is worth no less than the home whole': (item, path) => {
    const value = item.hmo_value as { point: number } | undefined;
    if (!value || !isNumber(item.single_let_value)) return [];
    const uplift = ((value.point / item.single_let_value - 1) * 100).toFixed(2);
    return [
      ...wrong(value.point >= item.single_let_value, path, 'hmo_value'),
      ...wrong(near(Number(uplift), item.uplift_pct as number), path, `uplift ${uplift}`),
    ];
  },
};

/** The widest allowed interval of each class of confidence, as a share of the estimate, with a margin for rounding. */
const WIDEST: Record<string, number> = { High: 0.405, Medium: 0.805 };

/** Estimates of an answer whose bounds are too far apart for the stated confidence. */
function tooWide(value: unknown, confidence: string, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => tooWide(one, confidence, `${path}.${i}`));
  if (typeof value !== 'object' || value === null) return [];
  const item = value as Item;
  const interval = item.interval_80 as { low: number; high: number } | undefined;
  const bands = [
    ...BOUNDS.flatMap((names) => [numbers(item, ...names) ?? []]).filter((band) => band.length > 0),
    ...(interval && isNumber(item.value) ? [[interval.low, item.value, interval.high]] : []),
  ];
  const widest = WIDEST[(item.confidence as string | undefined) ?? confidence] ?? Number.POSITIVE_INFINITY;
  return [
    ...bands.flatMap((band) =>
      wrong((band[2]! - band[0]!) / band[1]! <= widest, path, `${confidence} beside ${band}`),
    ),
    ...Object.entries(item).flatMap(([name, inner]) => tooWide(inner, confidence, `${path}.${name}`)),
  ];
}

function departures(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, i) => departures(one, `${path}.${i}`));
  if (typeof value !== 'object' || value === null) return [];
  return [
    ...Object.entries(IDENTITIES).flatMap(([name, identity]) =>
      identity(value as Item, path).map((fault) => `${name}: ${fault}`),
    ),
    ...Object.entries(value).flatMap(([name, inner]) => departures(inner, `${path}.${name}`)),
  ];
}

let database: TestDatabase;
let api: TestApi;
let homes: { uprn: number; postcode: string; outcode: string; latitude: number; longitude: number }[];
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
  const { rows } = await database.db.query(
    `select uprn, postcode, split_part(postcode, ' ', 1) as outcode, latitude, longitude
     from (select *, row_number() over (partition by left(postcode, -2) order by uprn) as n,
             count(*) over (partition by left(postcode, -2)) as many from addresses where latitude is not null) a
     where n % greatest(1, many / 2) = 0 order by uprn`,
  );
  homes = rows;
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

/** The worked example of an operation for another home. */
function askedOf(entry: (typeof operationTable)[number], home: (typeof homes)[number]) {
  const { path, body } = exampleCall(entry);
  const place = (given: Record<string, unknown>): Record<string, unknown> => {
    const { uprn, postcode, outcode, lat, lng, polygon, ...rest } = given;
    if (lat !== undefined) return { ...rest, lat: home.latitude, lng: home.longitude };
    if (outcode !== undefined) return { ...rest, outcode: home.outcode };
    if (uprn !== undefined) return { ...rest, uprn: String(home.uprn) };
    return postcode === undefined ? rest : { ...rest, postcode: home.postcode };
  };
  if (body) return { path, body: place(body as Record<string, unknown>) };
  const [bare, query] = path.split('?') as [string, string | undefined];
  const at = bare.replace(/\/\d{6,12}(?=\/|$)/, `/${home.uprn}`);
  const search = new URLSearchParams(
    place(Object.fromEntries(new URLSearchParams(query ?? ''))) as Record<string, string>,
  );
  return { path: search.size ? `${at}?${search}` : at };
}

const ABOUT_A_PLACE = operationTable.filter(({ id }) => !/^(account|status|addresses|titles)\./.test(id));

it.each(ABOUT_A_PLACE)(
  'gives figures of $id that are consistent with each other over the whole country',
  async (entry) => {
    const faults: string[] = [];
    let answered = 0;
    // Homes of one outcode may lead to the same call.
    const questions = new Map(
      homes.map((home) => askedOf(entry, home)).map((asked) => [JSON.stringify(asked), asked]),
    );
    for (const { path, body } of questions.values()) {
      const answer = await api.call(path, body ? { body } : {});
      if (answer.status !== 200) {
        expect([404, 422], answer.text).toContain(answer.status);
        continue;
      }
      answered++;
      faults.push(
        ...[
          ...departures(answer.body, entry.id),
          ...(/^(valuations|rents.yields)/.test(entry.id)
            ? tooWide(answer.body, answer.body.meta.confidence, entry.id)
            : []),
        ].map((fault) => `${fault} (${path} ${JSON.stringify(body ?? '')})`),
      );
    }
    expect(faults.slice(0, 10)).toEqual([]);
    expect(answered).toBeGreaterThan(0);
  },
);

it('gives rents of a home that rise with the bedrooms, or a warning that they do not', async () => {
  const faults: string[] = [];
  for (const home of homes) {
    const rents = [];
    for (const bedrooms of [1, 2, 3, 4]) {
      const { status, body } = await api.call(`/valuations/${home.uprn}/rental?bedrooms=${bedrooms}`);
      if (status === 200) rents.push({ bedrooms, body });
    }
    for (const [i, { body, bedrooms }] of rents.entries()) {
      const before = rents[i - 1];
      if (!before || before.bedrooms !== bedrooms - 1 || before.body.rent_pcm <= body.rent_pcm) continue;
      for (const one of [before.body, body])
        if (!one.meta.warnings.some((warning: { code: string }) => warning.code === 'not_in_order'))
          faults.push(
            `${home.uprn}: ${before.body.rent_pcm} for ${bedrooms - 1}, ${body.rent_pcm} for ${bedrooms}`,
          );
    }
  }
  expect(faults.slice(0, 10)).toEqual([]);
});
