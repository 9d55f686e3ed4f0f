import { testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { afterAll, beforeAll, expect, it } from 'vitest';

// Every home is made up: two in XE1, for which sales and certificates are loaded, and one in XF1.
let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  await s.loadText('code-point-open', CODE_POINT('XE1 1AA'), { name: 'xe.csv' });
  await s.loadText('code-point-open', CODE_POINT('XF1 1AA'), { name: 'xf.csv' });
  await s.loadText(
    'address-list',
    'UPRN,ADDRESS,POSTCODE\n1,"1 Cod Lane, Xanbury",XE1 1AA\n2,"2 Cod Lane, Xanbury",XE1 1AA\n3,"3 Ling Lane, Xanfare",XF1 1AA\n',
  );
  api = await startTestApi(s.database, testClock('2026-11-22T12:00:00Z'));
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});

const SALE =
  '{0000AAAA-0000-0000-0000-000000000001},200000,2026-01-02,XE1 1AA,T,N,F,1,,COD LANE,,XANBURY,XANSHIRE,XANSHIRE,A,A\n';
const CERTIFICATE =
  'certificate_number,address1,postcode,current_energy_rating,lodgement_date,uprn\n0000-1,1 Cod Lane,XE1 1AA,C,2026-02-10,1\n';

/** The reasons of two fields of a home and of its history. */
async function reasons(uprn: number) {
  api.clock.advance(3000);
  const fields = 'last_sold_price,epc';
  const { body } = await api.call(`/properties/${uprn}?fields=${fields}&include=history`);
  expect(body.transactions).toEqual([]);
  const of = (field: string) =>
    body.meta.warnings.find((one: { field: string | null }) => one.field === field)?.code;
  return [of('last_sold_price'), of('transactions'), of('epc')];
}

it('says not_covered, not "none", for a home in an outcode of which no sale and no certificate is loaded', async () => {
  expect(await reasons(3)).toEqual(Array(3).fill('source_not_loaded'));
  await s.loadText('price-paid', SALE);
  await s.loadText('epc-domestic', CERTIFICATE);
  expect(await reasons(2)).toEqual(Array(3).fill('not_recorded'));
  expect(await reasons(3)).toEqual(Array(3).fill('not_covered'));
  await s.loadText('price-paid', SALE.replaceAll('XE1', 'XF1').replace('001}', '002}'));
  await s.loadText(
    'epc-domestic',
    CERTIFICATE.replaceAll('XE1', 'XF1').replace('0000-1', '0000-2').replace(/,1\n/, ',\n'),
  );
  expect(await reasons(3)).toEqual(Array(3).fill('not_recorded'));
});

it('says that no sale of an outcode is loaded, instead of suggesting a longer period', async () => {
  const refusal = async (outcode: string) => {
    api.clock.advance(3000);
    const { status, body } = await api.call(`/prices/market?outcode=${outcode}&widen=false`);
    expect([status, body.error.code]).toEqual([404, 'insufficient_data']);
    return body.error.message as string;
  };
  await s.loadText('price-paid', SALE);
  await s.loadText('code-point-open', CODE_POINT('XG1 1AA'), { name: 'xg.csv' });
  expect(await refusal('XE1')).toContain('longer period');
  expect(await refusal('XG1')).toContain('No sale of XG1 of any day is loaded');
  expect(await refusal('XG1')).not.toContain('longer period');
});
