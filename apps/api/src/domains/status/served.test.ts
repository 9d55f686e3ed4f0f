import { exampleCall, operationTable, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';
import { CODE_POINT, type Scratch, scratch } from '@domesday/testing/scratch';
import { sharedData } from '@domesday/testing/shared-data';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let s: Scratch;
let api: TestApi;
beforeAll(async () => {
  s = await scratch();
  api = await startTestApi(s.database, testClock('2026-11-22T12:00:00Z'));
});
afterAll(async () => {
  await api?.close();
  await s?.drop();
});
beforeEach(() => s.empty());

async function statusOf(id: string) {
  // The API notices new loads every two seconds.
  api.clock.advance(3000);
  const { body } = await api.call('/status');
  return body.datasets.find((one: { id: string }) => one.id === id);
}

const guid = (n: number) => `{00000000-0000-0000-0000-${String(n).padStart(12, '0')}}`;
const sale = (n: number, day: string, status = 'A') =>
  `"${guid(n)}","100000","${day} 00:00","XE1 1AA","T","N","F","${n}","","COD LANE","","XTON","XTON","XSHIRE","A","${status}"\n`;
// Made-up sales.
const sales = (from: number, n: number, day: string, status?: string) =>
  Array.from({ length: n }, (_, i) => sale(from + i, day, status)).join('');

describe('the status of a dataset', () => {
  it('describes all rows that are served, not only the last load', async () => {
    await s.loadText('price-paid', sales(0, 900, '2024-11-01'), { release: '2024-11' });
    await s.loadText('price-paid', sales(1000, 100, '2022-01-07'), { release: '2022-01' });
    const dataset = await statusOf('price-paid');
    expect(dataset).toMatchObject({
      rows: 1000,
      newest_record: '2024-11-01',
      release: '2024-11',
      state: 'stale',
    });
    expect(dataset.state_reason).toBe('The newest record is of 2024-11-01.');
    expect(dataset.releases.map(({ loaded_at: _, ...one }: { loaded_at: string }) => one)).toEqual([
      { release: '2024-11', rows: 900, share_pct: 90, newest_record: '2024-11-01' },
      { release: '2022-01', rows: 100, share_pct: 10, newest_record: '2022-01-07' },
    ]);
  });

  it('counts the rows that a later load changed or deleted', async () => {
    await s.loadText('price-paid', sales(0, 10, '2026-09-01'), { release: '2026-09' });
    await s.loadText('price-paid', sales(0, 4, '2026-10-02') + sales(4, 2, '2026-09-01', 'D'), {
      release: '2026-10',
      force: true,
    });
    const dataset = await statusOf('price-paid');
    expect(dataset).toMatchObject({ rows: 8, newest_record: '2026-10-02', state: 'fresh' });
    // Of releases with as many rows, the newest is named first.
    const shares = dataset.releases.map((one: { release: string; rows: number }) => [one.release, one.rows]);
    expect(shares).toEqual([
      ['2026-10', 4],
      ['2026-09', 4],
    ]);
    expect(dataset.release).toBe('2026-10');
  });

  it('judges a directory without dates by its release, and does not judge one without a release', async () => {
    const text = CODE_POINT('XE1 1AA');
    await s.loadText('code-point-open', text, { name: 'codepo_2014-08.csv' });
    expect(await statusOf('code-point-open')).toMatchObject({
      state: 'stale',
      state_reason: 'Rows of old releases are served: 2014-08 (100 %).',
      next_expected: '2014-12-01',
    });
    await s.loadText('code-point-open', text, { name: 'codepo.csv', force: true });
    expect(await statusOf('code-point-open')).toMatchObject({ state: 'not_judged', release: null });
    // As the warning advises: the same file is loaded again with its release.
    const named = await s.loadText('code-point-open', text, { name: 'codepo.csv', release: '2026-10' });
    expect(named).toMatchObject({ status: 'unchanged', release: '2026-10' });
    expect(await statusOf('code-point-open')).toMatchObject({ state: 'fresh', release: '2026-10' });
    await s.loadText('code-point-open', text, { name: 'codepo-2026-11.csv', force: true });
    expect(await statusOf('code-point-open')).toMatchObject({ state: 'fresh', state_reason: null });
  });

  it.each([
    ['os-open-uprn', 'UPRN,X_COORDINATE,Y_COORDINATE\n998000000001,433000,412000\n', 'osopenuprn_'],
    ['code-point-open', CODE_POINT('XE1 1AA'), 'codepo_'],
    ['address-list', 'UPRN,ADDRESS,POSTCODE\n998000000001,1 Cod Lane,XE1 1AA\n', 'addresses_'],
    ['hmlr-uprn-lookup', `${guid(1)},998000000001\n`, 'lookup_'],
  ])('shows the newer release of %s although its edition changed no row', async (id, text, name) => {
    await s.loadText(id, text, { name: `${name}202602.csv` });
    const again = await s.loadText(id, text, { name: `${name}202611.csv` });
    expect(again).toMatchObject({ status: 'unchanged', release: '2026-11' });
    const served = { release: '2026-11', releases: [{ release: '2026-11', share_pct: 100 }] };
    expect(await statusOf(id)).toMatchObject(served);
    // An older edition with the same content does not show the release of the newer one.
    expect(await s.loadText(id, text, { name: `${name}202605.csv` })).toMatchObject({ release: '2026-11' });
    expect(await statusOf(id)).toMatchObject(served);
  });

  it('judges a dataset of accumulating files by its newest release', async () => {
    const lookup = (n: number) => `${guid(n)},99800000000${n}\n`;
    await s.loadText('hmlr-uprn-lookup', lookup(1) + lookup(2), { release: '2025-01' });
    await s.loadText('hmlr-uprn-lookup', lookup(3), { release: '2026-10' });
    expect(await statusOf('hmlr-uprn-lookup')).toMatchObject({ state: 'fresh', rows: 3, release: '2025-01' });
  });

  it('is missing once its last row is deleted', async () => {
    await s.loadText('price-paid', sales(0, 2, '2026-09-01'));
    await s.loadText('price-paid', sales(0, 2, '2026-09-01', 'D'), { force: true });
    expect(await statusOf('price-paid')).toMatchObject({ state: 'missing', rows: 0, release: null });
  });

  it('agrees with meta.sources and with the tables', async () => {
    await s.loadText('code-point-open', CODE_POINT('XE1 1AA') + CODE_POINT('XE1 1AB'), {
      name: 'codepo-2026-08.csv',
    });
    await s.loadText('address-list', 'UPRN,ADDRESS,POSTCODE\n998000000001,1 Cod Lane,XE1 1AA\n');
    const dataset = await statusOf('code-point-open');
    const { body } = await api.call('/addresses/search?q=1+cod+lane');
    const source = body.meta.sources.find((one: { id: string }) => one.id === 'address-list');
    expect(source).toMatchObject({ rows: 1, releases: [{ release: null, share_pct: 100 }] });
    expect(dataset.rows).toBe((await s.rows('select from code_point_postcodes')).length);
  });
});

it('reports an operation as not ready in a nation where it cannot answer, and names first the source that is required', async () => {
  await s.loadText('code-point-open', CODE_POINT('XE1 1AA') + CODE_POINT('XE1 1AB') + CODE_POINT('XE3 1AA'));
  await s.loadText('address-list', 'UPRN,ADDRESS,POSTCODE\n998000000005,9 Cod Lane,XE1 1AA\n');
  const told = async () => {
    api.clock.advance(20_000);
    const { body } = await api.call('/status');
    return { body, of: (id: string) => body.operations.find(({ name }: { name: string }) => name === id) };
  };
  const { body, of } = await told();
  expect(body).toMatchObject({ status: 'degraded', how_to_fix: of('valuations.sale').how_to_fix });
  expect(of('addresses.match').ready.England).toBe('partial');
  const none = operationTable.filter(({ id }) => of(id).ready.England === 'none');
  expect(none.length).toBe(22);
  for (const entry of none) {
    const { path, ...call } = exampleCall(entry);
    const answer = await api.call(path, { key: api.liveKey, ...call });
    expect(answer.headers.get('x-credits-charged'), `${entry.id} ${answer.status}`).toBe('0');
    if (entry.id !== 'risks.get')
      expect(answer.body.error.code, entry.id).toMatch(/^source_not_loaded$|_required$/);
  }
  for (const id of ['planning-applications', 'lha-rates', 'listings-blm', 'hmo-register'])
    expect(none.map((entry) => of(entry.id).how_to_fix).join('\n')).toMatch(
      new RegExp(`-- (load|fetch) ${id}( |$)`, 'm'),
    );
  await s.loadText('price-paid', sales(0, 2, '2026-09-01'));
  const after = await told();
  expect(after.of('prices.market').ready).toEqual({ England: 'partial', Wales: 'partial', Scotland: 'none' });
});

describe('on real files', () => {
  it.skipIf(!sharedData())(
    'counts every served sale after five files, of which the smallest and oldest is loaded last',
    async () => {
      const files = [
        'pp-complete-head-10298.csv.gz',
        'search-tool-LE16-1995-2018.csv.gz',
        'search-tool-barbican-1995-2024.csv.gz',
        'search-tool-greater-manchester-2019.csv.gz',
        'search-tool-no-header-26.csv',
      ];
      for (const file of files)
        await s.load('price-paid', [`${sharedData()}/price-paid/${file}`], { skipDerived: true });
      const [held] = await s.rows('select count(*) as rows, max(date) as newest from sales');
      const dataset = await statusOf('price-paid');
      expect(dataset).toMatchObject({ rows: held.rows, newest_record: held.newest, state: 'stale' });
      expect(dataset.rows).toBe(46_483);
      expect(dataset.newest_record).toMatch(/^2024-11/);
    },
  );
});
