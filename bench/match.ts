import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Candidate, type MatchResult, matchAddress, parseAddress } from '@domesday/addresses';
import {
  type Accuracy,
  accuracyOf,
  corrupt,
  type Judged,
  labelled,
  nationalList,
  seeded,
} from '@domesday/addresses/fit';
import { linkRows } from '@domesday/builds/linking';
import { sharedData } from '@domesday/testing/shared-data';
import { parse } from 'yaml';
import { argumentsOf } from './lib/arguments.ts';
import { report } from './lib/report.ts';
import { root } from './lib/servers.ts';
import { similarity } from './lib/similarity.ts';

const ROWS = 150_000;
const QUERIES = 20_000;

/**
 * Accuracy of the match: on made-up corruptions of a made-up national list, of which three in ten mean no listed home,
 * by kind; on the hard cases; and on published edge cases if they are present. The baseline is trigram similarity
 * alone on the same rows. `npm run bench -- match [--queries 20000]`.
 */
export async function run(args: string[]): Promise<void> {
  const { queries: count } = argumentsOf('match', args, { queries: QUERIES });
  const began = performance.now();
  const judged = labelled(ROWS, count, 4242, true);
  const seconds = (performance.now() - began) / 1000;
  const table = [row('generated, all', accuracyOf(judged)), row('  trigram alone', trigramAccuracy(judged))];
  for (const kind of [...new Set(judged.map(({ query }) => query.kind))].sort()) {
    const some = judged.filter(({ query }) => query.kind === kind);
    table.push(row(`generated, ${kind}`, accuracyOf(some)));
  }
  table.push(...cases());
  table.push(...published());
  const linking = linkingRate();
  await report('match', `Accuracy of the match over ${ROWS} made-up homes`, table, [
    `${count} generated rows, seed apart from that of the fit; list, candidates and judging took ${seconds.toFixed(0)} s on one core.`,
    'precision and recall at status `matched`; recall@5 counts the four alternatives; false = matches given to rows that mean no listed home.',
    linking,
    'trigram alone: the most similar candidate of the same postcode, taken as matched from similarity 0.8, its similarity as confidence.',
  ]);
}

/** The engine in bulk, as it links sales, certificates and listings: irregular rows, postcode by postcode. */
function linkingRate(): string {
  const random = seeded(99);
  const homes = [...nationalList({ rows: ROWS, seed: 4243 })];
  const rows = homes
    .map((home) => corrupt(random, home))
    .map(({ address, postcode }, i) => ({ id: String(i), address, postcode: postcode ?? '' }))
    .sort((a, b) => (a.postcode < b.postcode ? -1 : 1));
  const began = performance.now();
  const { ids } = linkRows(rows, homes);
  const seconds = (performance.now() - began) / 1000;
  return `linking in bulk: ${Math.round(rows.length / seconds)} messy rows a second on one core, ${ids.length} of ${rows.length} linked, candidates parsed anew.`;
}

const share = (value: number): number => Number(value.toFixed(4));

function row(set: string, a: Accuracy): Record<string, string | number> {
  return {
    set,
    rows: a.rows,
    'top-1': share(a.matchable ? a.top1 : 0),
    precision: share(a.precision),
    recall: share(a.matchable ? a.recall : 0),
    'recall@5': share(a.matchable ? a.recall_at_5 : 0),
    false: a.false_accepts,
    unlisted: a.unlisted,
    ECE: share(a.ece),
    Brier: share(a.brier),
  };
}

/** The same rows, matched by similarity alone among the candidates of the postcode. */
function trigramAccuracy(judged: readonly Judged[]): Accuracy {
  return accuracyOf(
    judged.map(({ query, candidates, result }) => {
      const ranked = (candidates ?? [])
        .map((candidate) => ({ candidate, confidence: similarity(query.address, candidate.address) }))
        .sort((a, b) => b.confidence - a.confidence);
      const [best, ...rest] = ranked;
      return {
        query,
        result: {
          ...result,
          status: best && best.confidence >= 0.8 ? 'matched' : 'ambiguous',
          best: best ?? null,
          alternatives: rest.slice(0, 4),
        } as unknown as Judged['result'],
      };
    }),
  );
}

interface Case {
  query: string;
  postcode: string;
  homes: string[];
  expect: string;
}

function passes({ expect }: Case, { status, best }: MatchResult<Candidate>): boolean {
  if (expect === 'matched') return status === 'matched' && best?.candidate.uprn === 1;
  if (expect === 'found') return best?.candidate.uprn === 1;
  if (expect === 'not_matched') return status !== 'matched';
  return status === expect;
}

function cases(): Record<string, string | number>[] {
  const folder = join(root, 'packages/addresses/cases');
  const every = readdirSync(folder).flatMap(
    (file) => parse(readFileSync(join(folder, file), 'utf8')) as Case[],
  );
  const right = every.filter((one) => {
    const homes = one.homes.map((address, i) => ({
      uprn: i + 1,
      address,
      postcode: /, (X[A-Z][0-9]+ [0-9][A-Z]{2})$/.exec(address)?.[1] ?? one.postcode,
    }));
    return passes(one, matchAddress({ address: one.query, postcode: one.postcode }, homes));
  }).length;
  return [simple('hard cases: as expected', every.length, right / every.length)];
}

function simple(set: string, rows: number, top1: number): Record<string, string | number> {
  const blank = { precision: '', recall: '', 'recall@5': '', false: '', unlisted: '', ECE: '', Brier: '' };
  return { set, rows, 'top-1': share(top1), ...blank };
}

/** Published edge cases; nothing where the folder is absent. */
function published(): Record<string, string | number>[] {
  const folder = sharedData();
  const base = folder ? join(folder, 'address-cases') : '';
  if (!folder || !existsSync(base)) return [];
  const lines = <T>(file: string): T[] =>
    readFileSync(join(base, file), 'utf8')
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as T);
  type Ranked = {
    query: string;
    postcode: string;
    expected_id: string;
    candidates: { id: string; address: string; postcode: string }[];
  };
  const ranked = lines<Ranked>('moj-edge-cases/cases.jsonl');
  const best = ranked.filter((one) => {
    const { best: found } = matchAddress(
      { address: one.query, postcode: one.postcode },
      numbered(one.candidates),
    );
    return found !== null && one.candidates[found.candidate.uprn - 1]?.id === one.expected_id;
  }).length;
  const alike = ranked.filter((one) => {
    const order = [...one.candidates].sort(
      (a, b) => similarity(one.query, b.address) - similarity(one.query, a.address),
    );
    return order[0]?.id === one.expected_id;
  }).length;
  type Pair = {
    query: string;
    postcode?: string;
    candidate: string;
    should_match?: boolean;
    range_credit?: boolean;
  };
  const pair = (one: Pair): MatchResult<Candidate> =>
    matchAddress({ address: one.query, postcode: one.postcode ?? 'XE1 1AA' }, [
      { uprn: 1, address: one.candidate, postcode: one.postcode ?? 'XE1 1AA' },
    ]);
  const flats = lines<Pair>('moj-edge-cases/flat_pairs.jsonl');
  const flatsRight = flats.filter((one) => (pair(one).status === 'matched') === one.should_match).length;
  const ranges = lines<Pair>('moj-edge-cases/range_pairs.jsonl');
  const rangesRight = ranges.filter((one) => (pair(one).best !== null) === one.range_credit).length;
  type Disputed = { query: string; candidates: { uprn: string; address: string }[] };
  const disputed = lines<Disputed>('gds/hsl_disagreements.jsonl');
  const open = disputed.filter((one) => {
    const result = matchAddress(
      { address: one.query },
      one.candidates.map(({ address }, i) => ({ uprn: i + 1, address })),
    );
    return result.status === 'ambiguous' || result.alternatives.length > 0;
  }).length;
  return [
    ...readings(lines('ons-address-index/parse_cases.jsonl')),
    simple('MoJ ranked cases: right first', ranked.length, best / ranked.length),
    simple('  trigram alone', ranked.length, alike / ranked.length),
    simple('MoJ flat pairs', flats.length, flatsRight / flats.length),
    simple('MoJ range pairs', ranges.length, rangesRight / ranges.length),
    simple('disputed by two official matchers: left open', disputed.length, open / disputed.length),
  ];
}

/** How often the parts in published labels are read as labelled, of the rows that have each part. */
function readings(
  rows: { input: string; components: { BuildingNumber?: string; StreetName?: string } }[],
): Record<string, string | number>[] {
  const parsed = rows.map(({ input, components }) => ({ ...parseAddress(input), ...components }));
  const numbers = parsed.filter(({ BuildingNumber }) => BuildingNumber);
  const streets = parsed.filter(({ StreetName }) => StreetName);
  const right = numbers.filter(
    ({ number, BuildingNumber }) => String(number?.from) === BuildingNumber,
  ).length;
  const same = streets.filter(({ street, StreetName }) => street.join(' ') === StreetName).length;
  return [
    simple('ONS readings: house number', numbers.length, right / numbers.length),
    simple('ONS readings: street, to the word', streets.length, same / streets.length),
  ];
}

function numbered(candidates: { address: string; postcode: string }[]): Candidate[] {
  return candidates.map(({ address, postcode }, i) => ({ uprn: i + 1, address, postcode }));
}
