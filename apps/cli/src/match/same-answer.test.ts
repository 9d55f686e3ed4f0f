import { sandboxSamples } from '@domesday/sandbox';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerAll } from './answer.ts';

const { house, flat, block } = sandboxSamples();
let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await sandboxDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const ASKED = [
  ...[house, flat, block].flatMap(({ address, postcode }) => [
    { address, postcode },
    { address, postcode: null },
    { address: address.toLowerCase(), postcode: 'XE1 9ZZ' },
    { address: `Zquill, ${address}`, postcode },
    { address: address.split(', ').slice(0, -2).join(', '), postcode },
    { address: `Flat 99, ${address}`, postcode },
    { address: address.replace(/[0-9]+/, '977'), postcode },
    { address: `2-Jan, ${address.replace(/^[0-9]+ /, '')}`, postcode },
    { address: address.replace(' STREET', ' ROAD'), postcode },
    { address, postcode: 'BF1 2AA' },
    { address: `${address}, BFPO 12`, postcode },
  ]),
  { address: 'zqqx yyvv', postcode: 'XE1 1AA' },
];

it('gives each row of a table the same values and words as addresses.match', async () => {
  const rows = await answerAll(database.db, ASKED);
  const statuses = new Set<string>();
  for (const [i, { address, postcode }] of ASKED.entries()) {
    const { status, body } = await api.call('/addresses/match', {
      method: 'POST',
      body: { address, ...(postcode && { postcode }) },
    });
    const { match_reasons, match_alternatives, ...row } = rows[i]!;
    statuses.add(row.match_status);
    const others = status === 404 ? body.error.candidates : body.alternatives;
    if (row.match_status !== 'matched')
      expect(match_alternatives, address).toBe(others.map(({ uprn }: { uprn: number }) => uprn).join(' '));
    if (status === 404) {
      expect(row, address).toMatchObject({ match_status: 'no_match', matched_uprn: null });
      continue;
    }
    const { match, reasons, matched_on, postcode_corrected } = body;
    const own = match_reasons.split(' ').filter((reason) => reason !== 'number:date');
    expect(own, address).toEqual(
      reasons.map(({ field, outcome }: { field: string; outcome: string }) => `${field}:${outcome}`),
    );
    expect({ ...row, matched_parent_uprn: row.matched_parent_uprn?.toString() ?? null }, address).toEqual({
      match_status: body.status,
      matched_uprn: match.uprn,
      match_confidence: match.confidence,
      matched_address: match.address,
      matched_spelling: match.matched_spelling,
      matched_postcode: match.postcode,
      matched_postcode_from: match.postcode_from,
      matched_parent_uprn: match.parent_uprn,
      matched_classification: match.classification,
      matched_on,
      postcode_corrected,
    });
  }
  expect([...statuses].sort()).toEqual(['ambiguous', 'matched', 'no_match', 'parent_only']);
});
