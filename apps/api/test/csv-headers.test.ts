import { emptyDatabase, type TestDatabase } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await emptyDatabase();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const refused = (status: number, message: RegExp) => [status, expect.stringMatching(message)];

it.each([
  ['in capitals', 'Address,Postcode', refused(422, /"Address".* Write "address"\.$/)],
  ['in words', 'uprn,Max Radius-m', refused(422, /Write "max_radius_m"\.$/)],
  ['of its reference in capitals', 'REF,uprn', refused(422, /Write "ref"\.$/)],
  ['after the line that Excel writes for itself', 'sep=,\naddress,postcode', refused(422, /first line/)],
  ['that is empty', 'address,postcode,', refused(400, /column without a name/)],
  ['between semicolons', 'address;postcode', refused(422, /commas/)],
  ['of its own', 'address,postcode,customer', refused(422, /"customer".* in a column "ref"\.$/)],
])('says what to write instead of a name %s in the header of a CSV', async (_, header, [status, message]) => {
  for (const path of ['batch', 'jobs']) {
    const operation =
      header.startsWith('uprn') || header.startsWith('REF')
        ? 'prices.comparables_by_uprn'
        : 'addresses.match';
    const answer = await fetch(`${api.url}/${path}?operation=${operation}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.testKey}`, 'content-type': 'text/csv' },
      body: `${header}\na,b,c\n`,
    });
    const { error } = (await answer.json()) as { error: { message: string } };
    expect([answer.status, error.message]).toEqual([status, message]);
  }
});
