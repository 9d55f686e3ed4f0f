import { operationTable } from '@domesday/contract';
import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

const HOME = '998000000005';
const SCOTTISH = '998000002959';
/** Drawing the map takes most of the time of a visit, and depends on the size of the map. */
const SMALL = { width: 700, height: 500 };
const TOO_FEW = 'Sales found: 3; 5 are needed. Ask for a longer period or fewer filters.';
const drawn = '.map[data-drawn="true"]';
const pounds = (text: string): string[] => text.match(/£[\d,]+/g) ?? [];

describe.skipIf(missing)('the pages', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('write the days in a refusal in British order, as in cautions', async () => {
    const { secret } = await portal.api.newKey({ monthly_cap: 1 });
    const { page, close } = await portal.visit('/areas/XE1', { key: secret, quiet: false });
    const told = await page.getByText('The monthly cap of this key').first().textContent();
    expect(told).toMatch(/on 1 \p{L}+ 20\d\d\b/u);
    expect(told).not.toMatch(/\d{4}-\d\d/);
    await close();
  });

  it('say why no address was found and which nations were searched, and limit the text to what a search accepts', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    const box = page.getByRole('combobox');
    await box.fill('BT1 1AA');
    await page.getByText(/^Northern Ireland and .* are not covered: .* with a live one$/).waitFor();
    await box.fill('zzzz qqqq wwww');
    await page.getByText('No address in England, Wales or Scotland resembles this').waitFor();
    await box.fill('flat');
    // No search was made, so nothing was charged.
    await page.getByText(/^Nothing was looked for: .* 2 credits with a live one$/).waitFor();
    const { schema } = (await portal.api.call('/openapi.json')).body.paths[
      '/addresses/search'
    ].get.parameters.find(({ name }: { name: string }) => name === 'q');
    expect(await box.getAttribute('maxlength')).toBe(String(schema.maxLength));
    await close();
  });

  it('draw an interval at any width without a browser warning', async () => {
    const { page, complaints, close } = await portal.visit(`/homes/${HOME}`, { quiet: false });
    const interval = page.locator('.interval');
    await interval.waitFor();
    for (const width of ['0', '1px', '60px']) {
      await interval.evaluate((of, to) => of.style.setProperty('width', to), width);
      await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => setTimeout(go, 50))));
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('show one amount in the money of today for a sale, and label an amount that is scaled to another size', async () => {
    const { page, close } = await portal.visit(`/homes/${HOME}`, { quiet: false });
    const nearest = page.locator('.pairs div', { hasText: 'Nearest evidence' }).locator('dd');
    const told = (await nearest.textContent())!;
    const [address] = told.split(', ');
    const row = page.locator('.asked-comparables tr', { hasText: address! }).first();
    const [paid, today] = pounds((await row.textContent())!);
    const [paid_there, scaled] = pounds(told);
    expect(paid_there).toBe(paid);
    expect(scaled).not.toBe(today);
    expect(told).toContain('scaled to the size of this home where both are known');
    await close();
  });

  it.each([
    ['scaled to another size if the size of the home is unknown', null, 500_000, /: £500,000 today$/],
    [
      'adjusted to another day or size if the API did not adjust the price',
      80,
      392_500,
      /: £392,500 on 5 Dec 2025$/,
    ],
  ])('never label an amount as %s', async (_, floor_area_sqm, adjusted_price, told) => {
    const { page, close } = await portal.visit(null);
    await page.route('**/v1/valuations/*/sale*', async (route) => {
      const json = await (await route.fetch()).json();
      Object.assign(json.evidence, { floor_area_sqm });
      Object.assign(json.evidence.comparables[0], {
        address: 'X:',
        price: 392_500,
        date: '2025-12-05',
        adjusted_price,
      });
      await route.fulfill({ json });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`, { waitUntil: 'domcontentloaded' });
    const nearest = page.locator('.pairs div', { hasText: 'Nearest evidence' }).locator('dd');
    expect((await nearest.textContent())!.replace('X:, ', ': ')).toMatch(told);
    await close();
  });

  it('give the reason of the API for each unknown value, request it once, and show no field name of the API', async () => {
    const { page, close } = await portal.visit(null, SMALL);
    let valuations = 0;
    page.on('request', (request) => {
      if (/valuations\/\d+\/sale/.test(request.url())) valuations++;
    });
    // The parts that show the value appear with the record, here after the value was refused.
    const refused = page.waitForResponse(/valuations\/\d+\/sale/);
    await page.route(`**/v1/properties/${SCOTTISH}?**`, async (route) => {
      await refused;
      await route.continue();
    });
    const { body } = await portal.api.call(`/risks/${SCOTTISH}`);
    const noise = body.meta.warnings.find(({ field }: { field: string }) => field === 'risks.noise');
    await page.goto(`${portal.origin}/homes/${SCOTTISH}`, { waitUntil: 'domcontentloaded' });
    await page.locator('.risks li', { hasText: 'Noise' }).getByText(noise.message, { exact: true }).waitFor();
    await page.getByText('Scotland plans by likelihood of flooding; see the risks below.').first().waitFor();
    const names = new RegExp(`\\b(${operationTable.map(({ id }) => id.replace('.', '\\.')).join('|')})\\b`);
    const told = (await page.locator('main').textContent())!;
    expect(told).not.toMatch(names);
    // Without a certificate the answer has no such source, which would give the title of the dataset.
    expect(told).toContain('No certificate is linked to this UPRN.');
    expect(told).not.toContain('epc-domestic');
    // The refusal is cached, so that not each part of the page sends the request again.
    expect(valuations).toBe(1);
    await page.route('**/v1/location/profile*', async (route) => {
      const answer = await (await route.fetch()).json();
      answer.sections.tenure = { data: null, reason: 'not_covered', as_of: null };
      answer.meta.warnings = [{ code: 'not_covered', field: 'sections.tenure', message: 'Why in words.' }];
      await route.fulfill({ json: answer });
    });
    await page.goto(`${portal.origin}/areas/XE1`, { waitUntil: 'domcontentloaded' });
    await page.getByText('Tenure: Why in words.').waitFor();
    await close();
  });

  it('write days in words, metres with grouped digits, both ends of a probability, and amounts rounded only once', async () => {
    const { page, close } = await portal.visit(null, SMALL);
    await page.route('**/v1/valuations/*/sale*', async (route) => {
      const json = await (await route.fetch()).json();
      Object.assign(json, { value: 1_234_567, interval_80: { low: 1_104_500, high: 1_364_600 } });
      await route.fulfill({ json });
    });
    await page.route('**/v1/risks/*', async (route) => {
      const json = await (await route.fetch()).json();
      json.risks[0].annual_probability_pct = { min: 0.5, max: 10 };
      await route.fulfill({ json });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`, { waitUntil: 'domcontentloaded' });
    for (const section of ['value', 'history', 'rent', 'yields', 'risks', 'schools', 'planning'])
      await page.locator(`.asked-${section} .basis`).waitFor();
    const labels = await page.locator('.interval text').allTextContents();
    expect(labels).toEqual(expect.arrayContaining(['£1.1m', '£1.23m', '£1.36m']));
    const text = (await page.locator('main').textContent())!.replace(/release \d{4}-\d\d/gi, '');
    expect(text.match(/.{20}\b(?:19|20)\d\d-\d\d\b.*?[.)]/g)).toBeNull();
    expect(text.match(/.{20}\b\d{4,} m\b/g)).toBeNull();
    for (const told of [
      '1,000 m around',
      '0.5 to 10 % a year',
      '(XE1, Nov 2023 to',
      'loaded to 30 Sept 2026',
    ])
      expect(text).toContain(told);
    await close();
  });

  it('distinguish an expired energy certificate from a valid one', async () => {
    const { page, close } = await portal.visit(`/homes/${HOME}`, { quiet: false });
    const { body } = await portal.api.call(`/properties/${HOME}`);
    expect(body.epc.expires_on < body.meta.as_of).toBe(true);
    await page.getByText('Expired on 20 May 2026').waitFor();
    const { rows } = await portal.database.db.query(
      `select uprn from energy_certificates where uprn is not null
        group by uprn having min(lodged_on) > '2020-01-01' order by uprn limit 1`,
    );
    await page.goto(`${portal.origin}/homes/${rows[0].uprn}`);
    await page.getByText(/Valid until \d+ \w+ 20(29|3\d)/).waitFor();
    await close();
  });

  it('show no indexed amount for sales that valuations exclude, and give the reason of each exclusion', async () => {
    const { page, close } = await portal.visit(null);
    await page.route('**/v1/properties/**', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const [sale] = json.transactions;
      const odd = {
        ...sale,
        date: '2026-08-03',
        price: 4_000_000,
        transaction_id: 'odd',
        left_out: 'sold_together',
      };
      json.transactions.unshift(odd);
      await route.fulfill({ response, json });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`);
    const history = page.locator('.asked-history');
    await history.getByText('Sale of 2023 carried by the index').first().waitFor();
    expect(await history.getByText('Sale of 2026 carried by the index').count()).toBe(0);
    await page.getByText('not counted: one price of several homes').waitFor();
    await close();
  });

  it('draw both of two sales on one day, and an interval without width', async () => {
    const { page, complaints, close } = await portal.visit(null);
    await page.route('**/v1/properties/**', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      const [sale] = json.transactions;
      json.transactions.unshift({ ...sale, transaction_id: 'another', price: 12_345 });
      await route.fulfill({ response, json });
    });
    await page.route('**/v1/valuations/*/sale*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.interval_80 = { ...json.interval_80, low: json.value, high: json.value };
      await route.fulfill({ response, json });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`);
    const history = page.locator('.asked-history');
    await history.getByText('The figures as a table').click();
    const of_day = history.locator('figure tbody tr', { hasText: '10 Nov 2023' });
    expect((await of_day.allTextContents()).flatMap(pounds)).toEqual(['£12,345', '£375,000']);
    expect(await page.locator('.interval').innerHTML()).not.toMatch(/NaN|Infinity/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('announce a failure once if several sections share it, and again if one of them is retried', async () => {
    const { page, close } = await portal.visit(null);
    await page.route(/v1\/(risks|location|planning|rents)/, (route) => route.abort());
    await page.goto(`${portal.origin}/homes/${HOME}`);
    const failed = page.getByText('The server cannot be reached.');
    await failed.nth(3).waitFor();
    const alerts = page.locator('main [role=alert]');
    expect(await alerts.count()).toBe(1);
    // A repeated request announces its failure again.
    await page.getByRole('button', { name: 'Try again' }).last().click();
    await alerts.nth(1).waitFor();
    await close();
  });

  it('show the sales of a home if its area has too few for a history, or before the history is paid for', async () => {
    const { page, close } = await portal.visit(null);
    const error = { code: 'insufficient_data', message: TOO_FEW, details: [] };
    await page.route('**/v1/prices/market*', (route) => route.fulfill({ status: 404, json: { error } }));
    await page.goto(`${portal.origin}/homes/${HOME}`);
    const history = page.locator('.asked-history');
    await history.getByText('Sales found: 3; 5 are needed.', { exact: true }).waitFor();
    await history.getByRole('row', { name: /10 Nov 2023 £375,000/ }).waitFor();
    await close();
    const { secret } = await portal.api.newKey();
    const live = await portal.visit(`/homes/${HOME}`, { key: secret, quiet: false });
    await live.page.locator('.asked-history').getByRole('button', { name: 'Show for' }).waitFor();
    await expect
      .poll(() => live.page.getByRole('row', { name: /10 Nov 2023 £375,000/ }).isVisible())
      .toBe(true);
    await live.close();
  });

  it('give the reason beside each unknown figure, and never say too few sales if prices are not open or not built', async () => {
    const { page, close } = await portal.visit('/areas/XE4', { quiet: false });
    const stock = page.locator('.asked-stock');
    await stock.getByText('–Fewer than 5 lets').first().waitFor();
    expect(await stock.getByText('–Fewer than 5 lets').count()).toBe(3);
    const speed = page.locator('.figures div', { hasText: 'Median download' });
    await speed.getByText('The loaded files do not give it for the place.').waitFor();
    await page.goto(`${portal.origin}/areas/S12999001`, { waitUntil: 'domcontentloaded' });
    const outcodes = page.locator('section', { has: page.getByRole('heading', { name: 'Its outcodes' }) });
    await outcodes.getByText('sale prices are not open data in Scotland').waitFor();
    expect(await outcodes.textContent()).not.toContain('too few');
    await page.route('**/portal/areas/E06999001', async (route) => {
      const json = await (await route.fetch()).json();
      for (const row of json.outcodes) Object.assign(row, { median: null, n: null });
      await route.fulfill({ json: { ...json, priced: false } });
    });
    await page.goto(`${portal.origin}/areas/E06999001`, { waitUntil: 'domcontentloaded' });
    await outcodes.getByText('no prices are built').waitFor();
    expect(await outcodes.textContent()).not.toContain('too few');
    await close();
  });

  it('give the total of a shortened list, list every kind of crime, and group the digits of all numbers', async () => {
    const { page, close } = await portal.visit(null, SMALL);
    await page.route('**/v1/location/schools?*', async (route) => {
      const answer = await (await route.fetch()).json();
      answer.summary.total = 1_200;
      await route.fulfill({ json: answer });
    });
    await page.route('**/v1/prices/*/comparables?*', async (route) => {
      const answer = await (await route.fetch()).json();
      for (const sale of answer.comparables) sale.distance_m = 1_234;
      await route.fulfill({ json: answer });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`, { waitUntil: 'domcontentloaded' });
    await page.getByText('The nearest 5 of 1,200, in a straight line, which is no catchment').waitFor();
    const sales = page.locator('.asked-comparables');
    await sales.getByText(/^The 12 most alike of \d+ sales$/).waitFor();
    expect(await sales.getByRole('cell', { name: '1,234', exact: true }).count()).toBe(12);
    await page.goto(`${portal.origin}/areas/XE1`, { waitUntil: 'domcontentloaded' });
    const crimes = page.getByRole('table', { name: 'Crimes by category' }).locator('tbody .figure');
    await crimes.first().waitFor();
    const sum = (await crimes.allTextContents()).reduce(
      (all, text) => all + Number(text.replace(',', '')),
      0,
    );
    const { body } = await portal.api.call('/location/profile?outcode=XE1');
    expect(sum).toBe(body.sections.crime.data.incidents);
    await close();
  });

  it.each([
    ['the session has ended', 401, 'The session has ended'],
    ['the server is busy', 503, 'A part of the map is missing'],
    ['the server is away', 0, 'The server cannot be reached'],
  ])(
    'say that tiles of the map are missing, instead of showing them as empty: %s',
    async (_why, status, text) => {
      const { page, complaints, close } = await portal.visit(null, SMALL);
      await page.route('**/v1/tiles/**', (route) => (status ? route.fulfill({ status }) : route.abort()));
      await page.goto(`${portal.origin}/map`);
      await page.getByRole('main').getByRole('alert').getByText(text).waitFor();
      // Nested live regions would be read out twice.
      const live = ':is([role=alert], [role=status], [aria-live])';
      expect(await page.locator(`${live} ${live}`).count()).toBe(0);
      await page.unroute('**/v1/tiles/**');
      await page.getByRole('button', { name: status === 401 ? 'Sign in again' : 'Try again' }).click();
      await page.locator(drawn).waitFor();
      await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('offer from a studio up to the largest number of bedrooms that the operation accepts, for the rent of a home of unknown size', async () => {
    const { page, close } = await portal.visit(`/homes/${sandboxSamples().bare.uprn}`);
    const offered = await page.getByLabel('Bedrooms').locator('option').allTextContents();
    expect(offered[0]).toBe('Studio');
    expect(offered.at(-1)).toBe('10 bedrooms');
    await page.getByLabel('Bedrooms').selectOption('Studio');
    await page.locator('.asked-rent').getByRole('button', { name: 'Show for at most 3 credits' }).click();
    await page.locator('.asked-rent').getByText('Studio, as given').waitFor();
    await close();
  });
});
