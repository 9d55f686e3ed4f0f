import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Some readers take these for line ends: Node's readline the last two, Python's splitlines all. */
const FURTHER_ENDS = ['\u0085', '\u2028', '\u2029'];
const REFS = FURTHER_ENDS.map((end, i) => `number${end}${i}`);

/** The lines of an answer according to Node's own line reader; none contains a character that ends a line elsewhere. */
async function linesIn(text: string): Promise<{ ref?: string; record?: Record<string, string> }[]> {
  const lines = [];
  for await (const line of createInterface({ input: Readable.from([text]) })) lines.push(line);
  expect(text.match(/[\u0085\u2028\u2029]/)).toBe(null);
  return lines.map((line) => JSON.parse(line));
}

describe('one line of output is one line for every reader, whatever separators its texts contain:', () => {
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

  const items = REFS.map((ref) => ({ ref, address: '9 Quaxley Street', postcode: 'XE1 1AA' }));
  const body = { operation: 'addresses.match', items: [...items, { ref: 'refused', address: REFS[1] }] };

  it('in a batch', async () => {
    const { text } = await api.call('/batch', { body });
    expect((await linesIn(text)).map(({ ref }) => ref)).toEqual([...REFS, 'refused']);
  });

  it('in the results of a job', async () => {
    const { id } = (await api.call('/jobs', { body })).body;
    const isDone = async () => (await api.call(`/jobs/${id}`)).body.finished_at !== null;
    for (let tries = 0; tries < 200 && !(await isDone()); tries++) await sleep(50);
    api.clock.advance(10_000);
    const { text } = await api.call(`/jobs/${id}/results`);
    expect((await linesIn(text)).map(({ ref }) => ref)).toEqual([...REFS, 'refused']);
  });
});

it('one line of the feed of changes is one line for every reader, whatever separators its texts contain', async () => {
  const s = await scratch();
  const api = await startTestApi(s.database);
  try {
    const columns = { reference: 'Ref', address: 'Site', description: 'Proposal', received: 'Received' };
    const mapping = { columns, authority_code: 'E06999001', authority_name: 'Xanshire' };
    const file = (...refs: string[]) =>
      [
        'Ref,Site,Proposal,Received',
        ...refs.map((ref) => `${ref},1 Cod Lane XE1 2AB,Extension,01/03/2026`),
      ].join('\n');
    await s.loadText('code-point-open', CODE_POINT('XE1 2AB', 10, 622_000));
    await s.loadText('planning-applications', file('X/0'), { mapping });
    await s.loadText('planning-applications', file('X/0', ...REFS), { mapping });
    const { text } = await api.call('/changes?since=2', { headers: { accept: 'application/x-ndjson' } });
    const told = (await linesIn(text)).map(({ record }) => JSON.stringify(record));
    expect(told).toHaveLength(REFS.length);
    // A load reads the other two as blanks.
    expect(told.some((record) => record.includes(REFS[0]!))).toBe(true);
  } finally {
    await api.close();
    await s.drop();
  }
});
