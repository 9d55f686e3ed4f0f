import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { match, search } from '@domesday/address-search';
import type { MatchResult } from '@domesday/addresses';
import { featuresOf, seeded } from '@domesday/addresses/fit';
import { load } from '@domesday/builds';
import { sharedData } from '@domesday/testing/shared-data';
import { DAMAGE, type Damaged, type Neighbours } from './lib/damage.ts';
import { type ListedHome, realLists } from './lib/real-lists.ts';
import { report } from './lib/report.ts';
import { type Scratch, scratchDatabase } from './lib/servers.ts';

export interface Judgement {
  list: string;
  kind: string;
  truth: number | null;
  text: string;
  postcode: string | null;
  result: MatchResult<{ uprn: number; address: string }>;
}

/**
 * The match and the search on published lists: each list is loaded without one home in twelve, and each home is looked
 * up with its own text and in fourteen damaged forms. `npm run bench -- lists [--most 150] [--set test]`.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      most: { type: 'string', default: '150' },
      set: { type: 'string', default: 'test' },
      show: { type: 'string' },
      rows: { type: 'string' },
      search: { type: 'boolean', default: false },
    },
  });
  const folder = sharedData();
  if (!folder) return console.log('skipped: the folder of published lists is not beside the checkout');
  const homes = realLists(folder);
  const leftOut = leaveOut(homes);
  const scratch = await scratchDatabase();
  try {
    await loadLists(
      scratch,
      homes.filter(({ uprn }) => !leftOut.has(uprn)),
    );
    const judged = await judge(scratch, homes, leftOut, Number(values.most), values.set);
    if (values.rows) await writeFile(values.rows, JSON.stringify(rowsOf(judged)));
    if (values.show) show(judged, values.show);
    const table = [...byKind(judged), ...byList(judged)];
    console.table(table);
    if (values.set === 'test') await keep(table, homes, Number(values.most));
    if (values.search)
      await keepSearches(await searches(scratch, homes, leftOut, Number(values.most), values.show));
  } finally {
    await scratch.close();
  }
}

/**
 * One home in twelve, with every row that may be the same premises: the same number in its postcode, and rows of other
 * lists there.
 */
function leaveOut(homes: readonly ListedHome[]): Set<number> {
  const random = seeded(20261);
  const byPostcode = groupBy(homes, ({ postcode }) => postcode);
  const number = (home: ListedHome): string | undefined => /[0-9]+/.exec(home.text)?.[0];
  const out = new Set<number>();
  for (const home of homes) {
    if (random() >= 1 / 12) continue;
    for (const other of byPostcode.get(home.postcode)!) {
      const alike = number(home) !== undefined && number(other) === number(home);
      if (other === home || alike || other.list !== home.list) out.add(other.uprn);
    }
  }
  return out;
}

async function loadLists(scratch: Scratch, homes: readonly ListedHome[]): Promise<void> {
  const file = join(scratch.folder, 'lists.csv');
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  function* lines(): Generator<string> {
    yield 'UPRN,ADDRESS,POSTCODE\n';
    for (const home of homes)
      yield `${home.uprn},${quoted(`${home.text}, ${home.postcode}`)},${home.postcode}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(file));
  await load(scratch.db, 'address-list', [file], { home: scratch.folder });
}

function neighbours(homes: readonly ListedHome[]): Neighbours {
  const sectors = new Map<string, Set<string>>();
  const numbers = new Map<string, Set<string>>();
  const into = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.get(key)?.add(value) ?? map.set(key, new Set([value]));
  };
  for (const { postcode, text } of homes) {
    into(sectors, postcode.slice(0, -2), postcode);
    // With the next word, since a street may continue in the next postcode.
    for (const [number] of text.matchAll(/[0-9]+[A-Z]?[, ]+[A-Z]+/gi))
      into(numbers, postcode.slice(0, -4), number.toUpperCase().replace(/[, ]+/, ' '));
  }
  return {
    postcode: ({ postcode }, random) => {
      const others = [...sectors.get(postcode.slice(0, -2))!].filter((other) => other !== postcode);
      return others[Math.floor(random() * others.length)] ?? null;
    },
    hasNumber: (postcode, number) => numbers.get(postcode.slice(0, -4))?.has(number.toUpperCase()) ?? false,
  };
}

function sample(homes: readonly ListedHome[], most: number, set: string): ListedHome[] {
  const random = seeded(77);
  const byList = groupBy(
    homes.filter(({ test_only }) => set === 'all' || test_only === (set === 'test')),
    ({ list }) => list,
  );
  return [...byList.values()].flatMap((list) =>
    list
      .map((home) => [random(), home] as const)
      .sort((a, b) => a[0] - b[0])
      .slice(0, most)
      .map(([, home]) => home),
  );
}

async function judge(
  { db }: Scratch,
  homes: readonly ListedHome[],
  leftOut: ReadonlySet<number>,
  most: number,
  set: string,
): Promise<Judgement[]> {
  const near = neighbours(homes);
  const judged: Judgement[] = [];
  const random = seeded(31);
  const ask = async (
    home: ListedHome,
    kind: string,
    damaged: Damaged,
    truth: number | null,
  ): Promise<void> => {
    const { address, postcode } = damaged;
    const result = await match(db, { address, postcode });
    judged.push({ list: home.list, kind, truth, text: address, postcode, result });
  };
  for (const home of sample(
    homes.filter(({ uprn }) => !leftOut.has(uprn)),
    most,
    set,
  )) {
    for (const [kind, change] of Object.entries(DAMAGE)) {
      const damaged = change(home, random, near);
      if (!damaged) continue;
      await ask(home, kind, damaged, damaged.listed ? home.uprn : null);
    }
  }
  for (const home of sample(
    homes.filter(({ uprn }) => leftOut.has(uprn)),
    most * 2,
    set,
  )) {
    const kind = /^(FLAT |APARTMENT |UNIT )?[0-9]/i.test(home.text)
      ? 'left out, numbered'
      : 'left out, named';
    await ask(home, kind, { address: home.text, postcode: home.postcode, listed: false }, null);
  }
  return judged;
}

function groupBy<T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.get(key(row))?.push(row) ?? groups.set(key(row), [row]);
  return groups;
}

const rate = (part: number, whole: number): number => (whole === 0 ? 0 : Number((part / whole).toFixed(4)));

function figures(rows: readonly Judgement[]): Record<string, number> {
  const listed = rows.filter(({ truth }) => truth !== null);
  const unlisted = rows.filter(({ truth }) => truth === null);
  const matched = rows.filter(({ result }) => result.status === 'matched');
  const right = matched.filter(({ result, truth }) => result.best?.candidate.uprn === truth);
  const first = listed.filter(({ result, truth }) => result.best?.candidate.uprn === truth);
  const answered = rows.filter(({ result }) => result.best);
  const bins = Array.from({ length: 10 }, () => ({ confidence: 0, right: 0 }));
  for (const { result, truth } of answered) {
    const bin = bins[Math.min(9, Math.floor(result.best!.confidence * 10))]!;
    bin.confidence += result.best!.confidence;
    bin.right += result.best!.candidate.uprn === truth ? 1 : 0;
  }
  const gap = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0);
  return {
    rows: rows.length,
    'top-1': rate(first.length, listed.length),
    precision: rate(right.length, matched.length),
    recall: rate(right.length, listed.length),
    unlisted: unlisted.length,
    'false accepts': rate(
      unlisted.filter(({ result }) => result.status === 'matched').length,
      unlisted.length,
    ),
    ECE: rate(gap, answered.length),
  };
}

function byKind(judged: readonly Judgement[]): Record<string, string | number>[] {
  return [...groupBy(judged, ({ kind }) => kind), ['all', judged] as const].map(([kind, rows]) => ({
    rows_of: kind,
    ...figures(rows),
  }));
}

function byList(judged: readonly Judgement[]): Record<string, string | number>[] {
  return [...groupBy(judged, ({ list }) => list)].map(([list, rows]) => ({
    rows_of: `list: ${list}`,
    ...figures(rows),
  }));
}

/** Features of each row, to fit the confidence. */
function rowsOf(judged: readonly Judgement[]): { x: number[]; y: number }[] {
  return judged.flatMap(({ result, truth }) => featuresOf(result, truth) ?? []);
}

/** Wrong rows of one kind, to read. */
function show(judged: readonly Judgement[], which: string): void {
  const [kind, what] = which.split('/');
  for (const { list, kind: k, truth, text, postcode, result } of judged) {
    if (kind !== 'all' && k !== kind) continue;
    const { best, status } = result;
    const hit = best?.candidate.uprn === truth;
    const wrong = status === 'matched' && !hit;
    const missed = truth !== null && !(status === 'matched' && hit);
    if (what === 'missed' ? !missed : !wrong) continue;
    console.log(
      `${k} | ${list} | ${text} | ${postcode} -> ${status} ${hit ? 'RIGHT' : ''} ${best?.candidate.address ?? '-'} ${best?.confidence ?? ''} ${best?.reasons.join(' ') ?? ''} | next ${result.alternatives[0]?.candidate.address ?? '-'}`,
    );
  }
}

async function searches(
  { db }: Scratch,
  homes: readonly ListedHome[],
  leftOut: ReadonlySet<number>,
  most: number,
  shown: string | undefined,
): Promise<Record<string, string | number>[]> {
  const near = neighbours(homes);
  const random = seeded(53);
  const wanted = sample(
    homes.filter(({ uprn }) => !leftOut.has(uprn)),
    most,
    'test',
  );
  const table: Record<string, string | number>[] = [];
  for (const [kind, change] of Object.entries(DAMAGE)) {
    const found = { n: 0, first: 0, ten: 0, trigram: 0, trigram_first: 0, trigram_ten: 0 };
    for (const home of wanted) {
      const damaged = change(home, random, near);
      if (!damaged?.listed) continue;
      const q =
        damaged.postcode && kind !== 'first 60 %'
          ? `${damaged.address}, ${damaged.postcode}`
          : damaged.address;
      const hits = await search(db, { q: q.slice(0, 200), limit: 10 });
      const at = hits.findIndex(({ uprn }) => uprn === home.uprn);
      found.n += 1;
      // Every fifth text, so that the whole list is covered.
      if (found.n % 5 === 1) {
        found.trigram += 1;
        const { rows } = await db.query<{ uprn: number }>(
          'select uprn from addresses order by similarity(address, $1) desc limit 10',
          [q],
        );
        const alike = rows.findIndex(({ uprn }) => uprn === home.uprn);
        if (alike === 0) found.trigram_first += 1;
        if (alike !== -1) found.trigram_ten += 1;
      }
      if (shown === 'search' && at === -1)
        console.log(`${kind} | ${q} | ${home.postcode} -> ${hits[0]?.address}`);
      if (at === 0) found.first += 1;
      if (at !== -1) found.ten += 1;
    }
    table.push({
      kind,
      rows: found.n,
      'hit@1': rate(found.first, found.n),
      'hit@10': rate(found.ten, found.n),
      'trigram hit@1': rate(found.trigram_first, found.trigram),
      'trigram hit@10': rate(found.trigram_ten, found.trigram),
    });
  }
  return table;
}

async function keep(
  table: Record<string, string | number>[],
  homes: readonly ListedHome[],
  most: number,
): Promise<void> {
  await report(
    'lists',
    'The match held against published lists',
    table,
    [
      `${homes.length} rows of ${new Set(homes.map(({ list }) => list)).size} lists, loaded but for one in twelve; up to ${most} homes of each list asked for in every form.`,
      'Only streets that were kept from the fit of the confidence (one in three) are asked for here.',
      'precision and recall at status `matched`; false accepts: the share of texts that mean no listed home and were matched all the same.',
      'Some lists hold premises twice, or in the words of two registers; such a twin counts as wrong.',
    ],
    `lists --most ${most}`,
  );
}

async function keepSearches(table: Record<string, string | number>[]): Promise<void> {
  await report(
    'lists-search',
    'Search over published lists',
    table,
    [
      'Ten results asked for; trigram: the ten most similar addresses of the whole list, for every fifth text.',
    ],
    'lists --search',
  );
}
