import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

const NUMBERS = [1, 2, 3, 4, 5, 6, 7];
// All at the centre of one postcode, so that only the position of the row in its list distinguishes them.
const LISTS = {
  'hmo-register': {
    text: `number,address,postcode\n${NUMBERS.map((n) => `L${n},${n} Cod Lane,XE1 2AB\n`).join('')}`,
    mapping: {
      columns: { licence_number: 'number', address: 'address', postcode: 'postcode' },
      local_authority_code: 'E06999001',
    },
    paths: [
      '/planning/hmo-register?postcode=XE1%202AB&status=any&limit=3',
      '/planning/hmo-register?outcode=XE1&status=any&limit=3',
    ],
  },
  'planning-applications': {
    text: `reference,address,description,received\n${NUMBERS.map((n) => `P/${n},${n} Cod Lane XE1 2AB,Made up,2026-08-01\n`).join('')}`,
    mapping: {
      columns: {
        reference: 'reference',
        address: 'address',
        description: 'description',
        received: 'received',
      },
      authority_code: 'E06999001',
      authority_name: 'Xanshire',
    },
    paths: ['/planning/applications?postcode=XE1%202AB&days=3650&limit=3'],
  },
  'listings-csv': {
    text: `reference,listing_type,price,address,postcode\n${NUMBERS.map((n) => `A${n},sale,300000,${n} Cod Lane,XE1 2AB\n`).join('')}`,
    mapping: {},
    paths: ['/listings?listing_type=sale&postcode=XE1%202AB&limit=3'],
  },
};

const load = (dataset: string, { text, mapping }: { text: string; mapping: Record<string, unknown> }) =>
  s.loadText(dataset, text, { name: `${dataset}.csv`, mapping, force: true });

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  await s.loadText('code-point-open', CODE_POINT('XE1 2AB'));
  for (const [dataset, list] of Object.entries(LISTS)) await load(dataset, list);
  api = await startTestApi(s.database, testClock());
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

it.each(Object.entries(LISTS))(
  'a list of %s gives each row once, even if the same file is loaded again between its pages',
  async (dataset, list) => {
    for (const path of list.paths) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { status, body } = await api.call(cursor ? `${path}&cursor=${cursor}` : path);
        expect([status, body.error?.message]).toEqual([200, undefined]);
        for (const row of body.results ?? body.applications) seen.push(row.address);
        cursor = body.next_cursor;
        await load(dataset, list);
      } while (cursor && seen.length <= NUMBERS.length);
      expect(seen.map((address) => Number(address[0])).sort()).toEqual(NUMBERS);
    }
  },
);

it('a register that contains a licence twice lists it twice', async () => {
  const { text, mapping, paths } = LISTS['hmo-register'];
  const [header, first, ...others] = text.split('\n');
  await s.loadText('hmo-register', [header, first, first, first, ...others].join('\n'), {
    mapping,
    force: true,
  });
  let seen = 0;
  let cursor: string | null = null;
  do {
    const { body } = await api.call(cursor ? `${paths[0]}&cursor=${cursor}` : paths[0]!);
    seen += body.results.length;
    cursor = body.next_cursor;
  } while (cursor);
  expect(seen).toBe(NUMBERS.length + 2);
});
