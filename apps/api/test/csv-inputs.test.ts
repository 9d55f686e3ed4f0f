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
  'answers an input of $id in CSV like in NDJSON, lists and polygons included',
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

it('says that a cell must be a list', async () => {
  const { text } = await send('batch', 'valuations.development_gdv', 'text/csv', 'outcode,units\nXE1,flat\n');
  expect(JSON.parse(text).error.message).toBe('The parameter "units" must be a list.');
});

const refused = (status: number, message: RegExp) => [status, expect.stringMatching(message)];

it.each([
  ['in capitals', 'Address,Postcode', refused(422, /"Address".* Write "address"\.$/)],
  ['in words', 'uprn,Max Radius-m', refused(422, /Write "max_radius_m"\.$/)],
  ['"REF" in capitals', 'REF,uprn', refused(422, /Write "ref"\.$/)],
  ['after the sep= line of Excel', 'sep=,\naddress,postcode', refused(422, /first line/)],
  ['that is empty', ',address,postcode', refused(400, /column without a name.*"ref"\.$/)],
  ['with a stray quote', '"address"x,postcode', refused(400, /quote and the next separator\.$/)],
  ['between semicolons', 'address;postcode', refused(422, /commas/)],
  [
    'of an unknown column',
    'address,postcode,customer',
    refused(422, /"customer".* parameters are .*address, postcode; .* in a column "ref"\.$/),
  ],
  [
    'of a column in answers',
    'index,ref,status,address',
    refused(422, /"index".* read of these: "ref", "address"\.$/),
  ],
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

/** The status, ref and message of each record; the first records are the header. */
async function outcomes(operation: string, ...records: string[]) {
  const { text } = await send('batch', operation, 'text/csv', `${records.join('\r\n')}\r\n`);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.map(({ status, ref, error, body }) => ({ status, ref, message: error?.message, body }));
}

const HOME = '998000000001';

it('reads unambiguous cells as spreadsheets and data frames write them', async () => {
  const plain = await outcomes(
    'valuations.sale',
    'uprn,new_build,bedrooms,as_of',
    `${HOME},false,2,2026-11-01`,
  );
  const odd = await outcomes(
    'valuations.sale',
    '\uFEFF uprn ,new_build,bedrooms,as_of,ref,,',
    `${HOME},FALSE,2.0,2026-11-01 00:00:00,a,,`,
    ` ${HOME}\u00A0, False ," 2",2026-11-01T00:00:00,NA,,,,`,
    `${HOME}.0,false,2,2026-11-01`,
  );
  expect(odd.map(({ ref }) => ref)).toEqual(['a', 'NA', undefined]);
  for (const one of odd) expect(one).toMatchObject({ status: 200, body: plain[0]!.body });
  const [without, ...gaps] = await outcomes(
    'valuations.sale',
    'uprn,new_build,bedrooms,as_of,tenure',
    HOME,
    `${HOME},NA,NaN,NaT,NULL`,
    `${HOME},None,nan,<NA>,\\N`,
  );
  for (const one of gaps) expect(one).toEqual(without);
});

it.each([
  ['valuations.sale', 'uprn,new_build', `${HOME},1`, 'must be true or false'],
  ['valuations.sale', 'uprn,new_build', '9.98E+11,', 'format its column as whole numbers'],
  ['valuations.sale', 'uprn,as_of', `${HOME},01/02/2026`, 'must be a day such as 2026-01-31'],
  ['valuations.sale', 'uprn,floor_area_sqm', `${HOME},"1,5"`, 'such as 100000 or 2.5'],
  ['listings.search', 'listing_type,max_price', 'sale,"100,000"', 'such as 100000 or 2.5'],
  ['listings.search', 'listing_type,max_price', 'sale,£100000', 'such as 100000 or 2.5'],
  ['listings.search', 'listing_type,q', 'sale,None', 'leave the cell empty'],
  ['addresses.match', 'address,postcode', 'NULL,XE1 1AA', 'leave the cell empty'],
])('says in %s what to write instead of an ambiguous cell: %s %s', async (...given) => {
  const [operation, header, record, words] = given;
  const [one] = await outcomes(operation, `ref,${header}`, `r,${record}`);
  expect(one).toMatchObject({ status: 422, ref: 'r', message: expect.stringContaining(words) });
});

it('answers an input above 64 KB with 413, in CSV and in NDJSON, and continues after it', async () => {
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

it('stays in step with the records of a CSV, whatever is wrong with one of them', async () => {
  const good = '9 Quaxley Street,XE1 1AA';
  const long = `[1.47, 53.88],\n`.repeat(6000);
  const wrong: Record<string, [record: string, status: number]> = {
    'a long text in quotes, of many lines': [`"${long}",XE1 1AA`, 413],
    'a text in quotes of more than a megabyte, of many lines': [`"x\n${`${good}\n`.repeat(45_000)}"`, 413],
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

it('returns the exact ref that was sent, and refuses a number that has lost digits', async () => {
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
