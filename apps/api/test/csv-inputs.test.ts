import type { OperationEntry } from '@domesday/contract';
import { exampleCall, operationTable, sandboxDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

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

/** Sends inputs of an operation, and gives the status and the text of the answer. */
async function send(path: string, operation: string, type: string, body: string) {
  api.clock.advance(1000);
  const answer = await fetch(`${api.url}/${path}?operation=${operation}&meta=lean`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.testKey}`, 'content-type': type },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

/** The example of an operation as an input of a batch. */
function exampleInput(entry: OperationEntry): Record<string, unknown> {
  const { path, body } = exampleCall(entry);
  const [before, query] = path.split('?');
  const parts = before!.split('/');
  const named = entry.path.split('/').map((part, i) => [part, parts[i]] as const);
  const of_path = named.flatMap(([part, value]) =>
    part.startsWith('{') ? [[part.slice(1, -1), value]] : [],
  );
  return {
    ...Object.fromEntries([...of_path, ...new URLSearchParams(query)]),
    ...(body as object | undefined),
  };
}

const cellOf = (value: unknown) => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `"${text.replaceAll('"', '""')}"`;
};

it.each(operationTable.filter(({ credits }) => credits > 0))(
  'answers an input of $id in CSV as in NDJSON, its lists and polygons too',
  async (entry) => {
    const input = exampleInput(entry);
    const table = [Object.keys(input), Object.values(input)].map((row) => row.map(cellOf).join(','));
    const line = await send('batch', entry.id, 'application/x-ndjson', JSON.stringify(input));
    const record = await send('batch', entry.id, 'text/csv', table.join('\n'));
    const { status, credits, body } = JSON.parse(line.text);
    expect([status, credits]).toEqual([200, 0]);
    expect(JSON.parse(record.text)).toMatchObject({ status, body });
  },
);

it('tells of a list that is none', async () => {
  const { text } = await send('batch', 'valuations.development_gdv', 'text/csv', 'outcode,units\nXE1,flat\n');
  expect(JSON.parse(text).error.message).toBe('The parameter "units" must be a list.');
});

const refused = (status: number, message: RegExp) => [status, expect.stringMatching(message)];

it.each([
  ['in capitals', 'Address,Postcode', refused(422, /"Address".* Write "address"\.$/)],
  ['in words', 'uprn,Max Radius-m', refused(422, /Write "max_radius_m"\.$/)],
  ['of its reference in capitals', 'REF,uprn', refused(422, /Write "ref"\.$/)],
  ['after the line that Excel writes for itself', 'sep=,\naddress,postcode', refused(422, /first line/)],
  ['that is empty', 'address,postcode,', refused(400, /column without a name/)],
  ['with a stray quote', '"address"x,postcode', refused(400, /quote and the next separator\.$/)],
  ['between semicolons', 'address;postcode', refused(422, /commas/)],
  ['of its own', 'address,postcode,customer', refused(422, /"customer".* in a column "ref"\.$/)],
])('says what to write instead of a name %s in the header of a CSV', async (_, header, [status, message]) => {
  for (const path of ['batch', 'jobs']) {
    const operation =
      header.startsWith('uprn') || header.startsWith('REF')
        ? 'prices.comparables_by_uprn'
        : 'addresses.match';
    const answer = await send(path, operation, 'text/csv', `${header}\na,b,c\n`);
    const { error } = JSON.parse(answer.text);
    expect([answer.status, error.message]).toEqual([status, message]);
  }
});

it('answers an input above 64 KB with 413, in CSV as in NDJSON, and goes on after it', async () => {
  const address = 'x'.repeat(70_000);
  const small = { address: '9 Quaxley Street', postcode: 'XE1 1AA' };
  const bodies = {
    'application/x-ndjson': `${JSON.stringify({ ...small, address })}\n${JSON.stringify(small)}\n`,
    'text/csv': `address,postcode\n${address},XE1 1AA\n${small.address},XE1 1AA\n`,
  };
  for (const [type, body] of Object.entries(bodies)) {
    const { text } = await send('batch', 'addresses.match', type, body);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ status, error }) => [status, error?.code])).toEqual([
      [413, 'body_too_large'],
      [200, undefined],
    ]);
  }
});

it('keeps its place in a CSV whatever is wrong with a record', async () => {
  const good = '9 Quaxley Street,XE1 1AA';
  const long = `[1.47, 53.88],\n`.repeat(6000);
  const wrong: Record<string, [record: string, status: number]> = {
    'a long text in quotes, of many lines': [`"${long}",XE1 1AA`, 413],
    'a long text in quotes, of one line': [`"${'x'.repeat(70_000)}",XE1 1AA`, 413],
    'two texts that are long together': [`"${'x\n'.repeat(20_000)}","${'y\n'.repeat(20_000)}"`, 413],
    'a long text before one of several lines': [`${'x'.repeat(66_000)},"XE1\n1AA"`, 413],
    'a quote that is not closed': ['"9 Quaxley Street,XE1 1AA', 400],
    'text after a quote': ['"9" Quaxley Street,XE1 1AA', 400],
    'too many fields': [`${good},more`, 400],
  };
  const records = Object.values(wrong).flatMap(([record]) => [record, good, '"9 Quaxley Street","XE1 1AA"']);
  const body = `address,postcode\n${records.join('\n')}\n`;
  const { text } = await send('batch', 'addresses.match', 'text/csv', body);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ index }) => index)).toEqual(records.map((_, i) => i));
  expect(lines.map(({ status }) => status)).toEqual(
    Object.values(wrong).flatMap(([, status]) => [status, 200, 200]),
  );
});

it('answers beside the very ref that was sent, and refuses a number that has lost digits', async () => {
  const refs = ['12345678901234567891', '9007199254740991', '"12345678901234567891"', '1e21', '-0.5'];
  const body = refs.map((ref) => `{"ref":${ref},"address":"9 Quaxley Street","postcode":"XE1 1AA"}`);
  const { text } = await send('batch', 'addresses.match', 'application/x-ndjson', body.join('\n'));
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ status, ref }) => [status, ref])).toEqual([
    [422, undefined],
    [200, '9007199254740991'],
    [200, '12345678901234567891'],
    [422, undefined],
    [200, '-0.5'],
  ]);
});
