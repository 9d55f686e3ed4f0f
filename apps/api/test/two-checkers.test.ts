import { operationTable, seeded } from '@domesday/testing';
import { expect, it } from 'vitest';
import { requestCheck } from '../src/http/check/check-request.ts';
import { ApiError } from '../src/http/errors.ts';
import { ajvChecker, type Verdict, verdictOf } from './ajv-checker.ts';
import { generateRequest, operations } from './generated-requests.ts';

const REQUESTS = 10_000;
const SEED = Number(process.env.FUZZ_SEED ?? 20261121);
const second = new Map(operationTable.map((entry) => [entry.id, ajvChecker(entry)]));

function bodyOf(bytes: Buffer | null): unknown {
  return bytes === null ? undefined : JSON.parse(bytes.toString('utf8'));
}

it('agrees with Ajv on 10,000 generated requests: accepts the same with the same values, and refuses the same for the same fields', async () => {
  const random = seeded(SEED);
  const apart: unknown[] = [];
  const seen = { allowed: 0, refused: 0 };
  for (let i = 0; seen.allowed + seen.refused < REQUESTS; i++) {
    const of = operations[i % operations.length]!;
    const { entry } = of;
    const odd = generateRequest(random, of, 'svc_test_0');
    const [path = '', query = ''] = odd.path.split('?');
    const found = new RegExp(`^${entry.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (!found) continue;
    let inPath: Record<string, string>;
    let body: unknown;
    try {
      inPath = Object.fromEntries(
        Object.entries({ ...found.groups }).map(([name, text]) => [name, decodeURIComponent(text)]),
      );
      body = entry.method === 'post' ? bodyOf(odd.body) : undefined;
    } catch {
      // Text that is not UTF-8 or not JSON reaches neither checker.
      continue;
    }
    if (entry.method === 'post' && body === undefined) continue;
    const search = new URLSearchParams(query);
    const again = entry.method === 'post' ? bodyOf(odd.body) : undefined;
    const theirs = second.get(entry.id)!(inPath, search, again);
    const ours: Verdict = await requestCheck(entry)({ path: inPath, search, body }).then(
      ({ given: _, ...values }) => ({ values }),
      (error) => {
        if (error instanceof ApiError) return verdictOf(error);
        throw error;
      },
    );
    if ('values' in ours) seen.allowed++;
    else seen.refused++;
    if (!sameVerdict(ours, theirs))
      apart.push({
        request: `${entry.id} ${odd.path.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300)}`,
        ours,
        theirs,
      });
  }
  expect(apart.slice(0, 10)).toEqual([]);
  expect(seen.allowed).toBeGreaterThan(1000);
  expect(seen.refused).toBeGreaterThan(1000);
}, 120_000);

function sameVerdict(ours: Verdict, theirs: Verdict): boolean {
  if ('values' in ours || 'values' in theirs) {
    const [a, b] = [ours, theirs].map((v) => ('values' in v ? JSON.stringify(sorted(v.values)) : null));
    return a !== null && a === b;
  }
  if (ours.status !== theirs.status) return false;
  // The answer names at most ten fields, and shortens long names.
  const known = new Set(theirs.fields.map(short));
  return theirs.fields.length === 0 || ours.fields.every((field) => known.has(short(field)));
}

function short(field: string | null): string | null {
  // The library gives no path for a property whose name is empty.
  return field?.replace(/\p{C}/gu, '?').slice(0, 60) || null;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
