import { createKey } from '@domesday/api/accounts';
import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  faultsOf,
  focusOrder,
  missing,
  openPortal,
  overhang,
  type Portal,
  screen,
  shiftOf,
} from './browser.ts';

const { bare, house, scottishFlat } = sandboxSamples();
const HOME = `/homes/${house.uprn}`;
/** A good page shifts by at most a tenth in all: https://web.dev/articles/cls */
const MOST_SHIFT = 0.02;
/** Drawing the map takes most of the time of a visit, and depends on the size of the map. */
const SMALL = { width: 700, height: 500 };
const drawn = '.map[data-drawn="true"]';

const VIEWS = ['/', HOME, '/areas/XE1', '/map', '/account', '/data', '/addresses'];

describe.skipIf(missing)('the pages in a browser', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
    // Makes some calls, so that the account has usage to show.
    for (const path of [
      `/properties/${house.uprn}`,
      `/valuations/${house.uprn}/sale`,
      '/addresses/search?q=quaxley',
    ])
      for (let i = 0; i < 4; i++) await portal.api.call(path);
  });
  afterAll(() => portal?.close());

  it('show a home: map, record, value in its interval, history, comparables, risks; and print it on two sheets, with sources on a third', async () => {
    const { page, complaints, close } = await portal.visit(HOME);
    // Files that are needed before the first paint are requested with the first bytes of the page.
    const { link } = (await page.request.get(portal.origin + HOME)).headers();
    const first = await page.evaluate(() => {
      const painted_ms = performance.getEntriesByName('first-contentful-paint')[0]!.startTime;
      const before = performance.getEntriesByType('resource').filter((of) => of.startTime < painted_ms);
      return before.map(({ name }) => new URL(name).pathname);
    });
    expect(first).toContain('/portal/session');
    const unnamed = first.filter((path) => !link!.includes(`<${path}>`));
    expect(unnamed.filter((path) => path.startsWith('/assets/'))).toEqual([]);
    await page.locator(drawn).waitFor();
    expect(await page.locator('.record .origin').count()).toBeGreaterThan(10);
    expect(await page.getByRole('img', { name: /80 of 100 past sales/ }).isVisible()).toBe(true);
    expect(await page.locator('.asked-comparables tbody tr').count()).toBeGreaterThan(3);
    expect(await page.locator('.risks li').count()).toBe(8);
    const pounds = await page.locator('.drivers tbody .figure').allTextContents();
    const amounts = pounds.map((text) => Number(text.replace('−', '-').replace(/[^\d-]/g, '')));
    const estimate = amounts.pop()!;
    expect(amounts.length).toBeGreaterThan(1);
    // Each amount is rounded to a pound.
    expect(Math.abs(amounts.reduce((sum, n) => sum + n) - estimate)).toBeLessThanOrEqual(amounts.length);
    expect(await page.locator('.accuracy tbody tr').count()).toBe(1);
    await page.locator('.origin summary').first().click();
    expect(await page.locator('.origin[open]').first().textContent()).toMatch(/Licence: \S+/);
    await page.locator('.origin summary').first().click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await screen(page, 'home');
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByText('Outlines: Natural Earth').isVisible()).toBe(true);
    expect(await page.locator('.origin summary').first().isVisible()).toBe(true);
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)!.length).toBeLessThanOrEqual(3);
    await close();
  });

  it('give the reason for each missing value if a nation does not publish it', async () => {
    const { page, close } = await portal.visit(`/homes/${scottishFlat.uprn}`);
    await page
      .getByText(/no open sale prices|not_in_jurisdiction|Scotland/)
      .first()
      .waitFor();
    expect(await page.locator('.record-row').count()).toBeGreaterThan(10);
    expect(await faultsOf(page)).toEqual([]);
    await close();
  });

  it('spend with a live key only the announced price of opening the page, and more only by a button that names its price', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit(HOME, { key: secret });
    await page.locator('.value').waitFor();
    expect(await page.locator('.session').textContent()).toContain('This page: 4 credits');
    await page
      .locator('.asked-risks')
      .getByRole('button', { name: 'Show for at most 8 credits' })
      .press('Enter');
    await page.locator('.risks').waitFor();
    // The pressed button is gone, so the focus moves to its section.
    expect(await page.locator('.asked-risks:focus').count()).toBe(1);
    expect(await page.locator('.session').textContent()).toContain('This page: 12 credits');
    expect(await page.locator('.session').textContent()).toContain('88 left this month');
    await close();
  });

  it('show an area, and up to three in one chart, and print it with its sources and cautions but without its controls', async () => {
    const { page, complaints, close } = await portal.visit('/areas/XE1?with=XE2');
    await page.locator(drawn).waitFor();
    await page.getByRole('heading', { name: 'The area' }).waitFor();
    await page.getByLabel('Another outcode').fill('XE3');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page
      .getByText(/XE3, \d+ sales/)
      .first()
      .waitFor();
    expect(await page.getByLabel('Another outcode').count()).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    await screen(page, 'area');
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    const prices = page.locator('.asked-prices .basis');
    expect(await prices.getByText('Sales of the newest months are still being registered').isVisible()).toBe(
      true,
    );
    expect(await prices.getByText('Made up in the layout of HM Land Registry,').first().isVisible()).toBe(
      true,
    );
    expect(
      await page.locator('button:visible, main input:visible, header a[href^="/docs"]:visible').count(),
    ).toBe(0);
    await close();
  });

  it('show an authority with its index and outcodes', async () => {
    const { page, close } = await portal.visit('/areas/E06999001');
    await page.getByRole('link', { name: 'XE1', exact: true }).waitFor();
    await page.locator(drawn).waitFor();
    await page.locator('.asked-rents .chart').first().waitFor();
    await page.locator('.asked-profile .figures').first().waitFor();
    await page.getByLabel('Another authority').fill('E06999002');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByText('Average price, all kinds, UK House Price Index').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.evaluate(() => window.scrollTo(0, 0));
    await screen(page, 'authority');
    await close();
  });

  it('draw the map, switch its layers, and list what was clicked', async () => {
    const { page, complaints, close } = await portal.visit(`/map#15/${house.latitude}/${house.longitude}`);
    await page.locator(drawn).waitFor();
    const asked = page.waitForResponse((r) => /\/v1\/tiles\/parcels\//.test(r.url()) && r.status() === 200);
    await page.getByLabel('Plots').check();
    await asked;
    await page.waitForTimeout(1500);
    const box = (await page.locator('.map canvas').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator('.picked li').first().waitFor();
    await screen(page, 'map');
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show a table in place of the map without WebGL', async () => {
    const { page, close } = await portal.visit('/map', { webgl: false });
    await page.getByRole('link', { name: 'XE1' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const home = await portal.visit(HOME, { webgl: false, quiet: false });
    await home.page.getByText('This browser cannot draw a map').waitFor();
    await home.close();
    await close();
  });

  it('show balance and usage, and make a sub-key whose secret is shown once', async () => {
    const { page, complaints, close } = await portal.visit('/account');
    await page.getByRole('link', { name: 'valuations.sale' }).waitFor();
    await page.getByLabel('Label').fill('front desk');
    await page.getByLabel('Cap, credits a month').fill('250');
    await page.getByRole('button', { name: 'Make a test sub-key' }).click();
    const secret = await page.locator('.secret').textContent();
    expect(secret).toMatch(/^svc_test_\w{40}$/);
    await page.getByText('front desk').waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.content()).not.toContain(secret);
    // The reload restored the scroll position of the form.
    await page.evaluate(() => window.scrollTo(0, 0));
    await screen(page, 'account');
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('show the calls of today even if the clock of the browser is wrong, and save the days that are shown', async () => {
    const { secret } = await portal.api.newKey({ plan: 'starter' });
    await portal.api.call('/addresses/search?q=quaxley', { key: secret });
    const { page, close } = await portal.visit(null, { key: secret });
    await page.clock.setFixedTime(portal.api.clock.now().getTime() - 40 * 86_400_000);
    await page.goto(`${portal.origin}/account`, { waitUntil: 'domcontentloaded' });
    await page.getByRole('cell', { name: 'addresses.search' }).waitFor();
    await page.getByLabel('Period').selectOption('7 days');
    await page.getByText('The figures as a table').first().click();
    await page.locator('.chart').first().locator('tbody tr').nth(7).waitFor({ state: 'detached' });
    const now = portal.api.clock.now();
    const today = now.toISOString().slice(0, 10);
    const in_words = now.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
    await page
      .locator('.chart')
      .first()
      .getByRole('row', { name: `${in_words} 1` })
      .waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(new RegExp(`to-${today}.csv$`));
    await close();
  });

  it('show all accounts to an operator', async () => {
    const { db } = portal.database;
    const { secret } = await createKey(db, { account_id: portal.api.account_id, mode: 'live', admin: true });
    const { page, close } = await portal.visit('/account', { key: secret });
    await page.getByRole('heading', { name: 'All accounts' }).waitFor();
    await page.getByRole('cell', { name: 'starter', exact: true }).first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await close();
  });

  it('say so if the session has ended or the server fails, and offer to try again', async () => {
    const { page, close } = await portal.visit('/account', { quiet: false });
    await page.route('**/portal/usage*', (route) => route.abort());
    await page.getByLabel('Period').selectOption('90 days');
    await page.getByText('The server cannot be reached').waitFor();
    await page.unroute('**/portal/usage*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'valuations.sale' }).waitFor();
    await page.context().clearCookies();
    await page.getByLabel('Period').selectOption('30 days');
    await page.getByText('The session has ended').waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect.poll(() => page.getByLabel('API key').isVisible()).toBe(true);
    await close();
  });

  it('retry after a short rate limit, redraw a map that failed, and ask for the bedrooms if a rent needs them', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    await page.getByRole('link', { name: '9 Quaxley Street' }).waitFor();
    let limited = 0;
    await page.route('**/v1/properties/*', (route) =>
      limited++ === 0 ? route.fulfill({ status: 429, headers: { 'retry-after': '1' } }) : route.continue(),
    );
    await page.getByRole('link', { name: '9 Quaxley Street' }).click();
    await page.locator('.record-row').first().waitFor();
    expect(limited).toBe(2);
    await page.route('**/portal/map', (route) => route.abort());
    await page.goto(`${portal.origin}/homes/${bare.uprn}`);
    const place = page.locator('section', { has: page.getByRole('heading', { name: 'Where it is' }) });
    await place.getByText('The server cannot be reached').waitFor();
    await page.unroute('**/portal/map');
    await place.getByRole('button', { name: 'Try again' }).click();
    await page.locator(drawn).waitFor();
    await page.getByLabel('Bedrooms').selectOption('3');
    await page.locator('.asked-rent').getByRole('button', { name: 'Show for at most 3 credits' }).click();
    await page.locator('.asked-rent').getByText('3 bedrooms, as given').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await close();
  });

  it('say what is wrong with a portal address that leads nowhere', async () => {
    const ways: [path: string, status: number, heading: string][] = [
      ['/nothing', 404, 'There is no page here'],
      ['/homes/12a', 200, 'No home has this number'],
      ['/homes/%E0%A4%A', 200, 'No home has this number'],
      ['/homes/12/13', 404, 'There is no page here'],
      ['/docs/none', 404, 'There is no page here'],
      ['/docs/', 200, 'Documentation'],
      ['/data/?at=1', 200, 'Data'],
    ];
    const { page, complaints, close } = await portal.visit(null);
    for (const [path, status, heading] of ways) {
      const answer = await page.goto(portal.origin + path);
      expect(answer!.status()).toBe(status);
      await page.getByRole('heading', { name: heading }).first().waitFor();
      expect(complaints).toEqual([]);
    }
    await close();
    const json = await portal.api.call('/nothing');
    expect(json.status).toBe(404);
  });

  it('show what is loaded, under which licence, and the command that fills each gap', async () => {
    const { page, complaints, close } = await portal.visit('/data');
    await page.getByText('Price Paid Data, made up', { exact: true }).click();
    await page
      .locator('.dataset[open]')
      .getByText(/Made up in the layout of HM Land Registry/)
      .waitFor();
    await page
      .getByText(/npm run domesday -- load noise-scotland/)
      .first()
      .waitFor();
    await screen(page, 'data');
    expect(await faultsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.dataset-name:visible').count()).toBeGreaterThan(20);
    await close();
  });

  it('explain what an area is if the address names none, instead of saying that data are missing', async () => {
    const { page, close } = await portal.visit('/areas/XE1%201AA', { quiet: false });
    await page.getByText('is neither an outcode').waitFor();
    await page.getByRole('link', { name: 'Area XE1' }).click();
    await expect
      .poll(() => page.getByRole('heading', { name: 'Area XE1', exact: true }).isVisible())
      .toBe(true);
    await close();
  });

  it.each([...VIEWS, '/docs', '/docs/reference/prices.market'])(
    'can be used by keyboard, and do not jump while answers arrive: %s',
    async (path) => {
      const { page, close } = await portal.visit(path, { late: true });
      expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
      const { stops, missed, faults } = await focusOrder(page);
      expect(faults).toEqual([]);
      expect(missed).toEqual([]);
      expect(stops[0]).toBe('a Skip to the content');
      expect(stops.at(-1)).toBe('a Sign out');
      await close();
    },
  );

  it('allow the keyboard alone to switch a layer, list what is at the centre of the map, and change and revoke a key', async () => {
    const map = await portal.visit(`/map#13/${house.latitude}/${house.longitude}`, {
      ...SMALL,
      quiet: false,
    });
    await map.page.locator(drawn).waitFor();
    await map.page.getByLabel('Flood zones').focus();
    await map.page.keyboard.press('Space');
    expect(await map.page.getByLabel('Flood zones').isChecked()).toBe(true);
    await map.page.waitForLoadState('networkidle');
    await map.page.getByRole('region', { name: /Enter tells/ }).focus();
    await map.page.keyboard.press('Enter');
    await map.page.locator('.picked li').first().waitFor();
    await map.close();
    const { page, close } = await portal.visit('/account', { quiet: false });
    await page.getByLabel('Label').focus();
    await page.keyboard.type('back office');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /back office/ });
    await row.getByRole('button', { name: 'Change' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('night desk');
    let release = (): void => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    await page.route('**/portal/keys', (route) => held.then(() => route.continue()));
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is changed').waitFor();
    // The old table stays while the new one is loading.
    expect(await page.locator('[aria-busy="true"] .keys-table').isVisible()).toBe(true);
    release();
    page.on('dialog', (dialog) => dialog.accept());
    await page
      .getByRole('row', { name: /night desk/ })
      .getByRole('button', { name: 'Revoke' })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('is revoked').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert');
    await close();
  });

  it.each(VIEWS.slice(1))(
    'fit 320 pixels in the dark scheme, and do not jump while answers arrive: %s',
    async (path) => {
      const narrow = { width: 320, height: 740, dark: true, late: true };
      const { page, complaints, close } = await portal.visit(path, narrow);
      expect(await shiftOf(page)).toBeLessThan(MOST_SHIFT);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      expect(await faultsOf(page)).toEqual([]);
      if (path === HOME) await screen(page, 'home-narrow-dark');
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it.each(VIEWS.slice(1))('ask a visitor without a key for one: %s', async (path) => {
    const { page, close } = await portal.visit(path, { key: null });
    expect(await page.getByLabel('API key').isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await close();
  });
});
