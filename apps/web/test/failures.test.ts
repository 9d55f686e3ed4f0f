import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, missing, openPortal, type Portal } from './browser.ts';

const { bare, house } = sandboxSamples();

describe.skipIf(missing)('the pages, if a request or a file fails,', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  const refused = (status: number) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({
      error: { code: 'made_up', message: `Refused with ${status}.`, status, details: [] },
    }),
  });

  it.each([
    ['/areas/XE1', 'XE2', /prices\/market\?outcode=XE2/],
    ['/areas/E06999001', 'W06999001', /portal\/areas\/W06999001/],
  ])('report a failed request as failed, and never as too few sales in %s', async (path, other, asked) => {
    const { page, close } = await portal.visit(path, { quiet: false });
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Compare' }) });
    for (const [status, told] of [
      [402, 'Refused with 402.'],
      [500, 'Refused with 500.'],
      ['<html>Bad Gateway', 'A proxy in front of the server answered with status 502.'],
      ['{"message":"Bad gateway"}', 'A proxy in front of the server answered with status 502.'],
      [0, 'The server cannot be reached.'],
    ] as const) {
      const answer = typeof status === 'string' ? { status: 502, body: status } : refused(status);
      await page.route(asked, (route) => (status ? route.fulfill(answer) : route.abort()));
      await page.getByPlaceholder(/Outcode|Authority/).fill(other);
      await page.getByRole('button', { name: 'Compare' }).click();
      await section.getByText(told).waitFor();
      expect(await section.textContent()).not.toMatch(/Too few|No loaded index/);
      await page.unroute(asked);
      await page.getByRole('button', { name: `${other} ×` }).click();
    }
    await close();
  });

  it('say why an area has no line in a chart, and name the wider area if the line shows that one', async () => {
    const { page, close } = await portal.visit('/areas/XE1?with=XS1,XW2', { quiet: false });
    await page.getByText(/No line for XS1: Sale prices are not open data in Scotland/).waitFor();
    await expect.poll(() => page.getByText(/^Gwynxal instead of XW2, \d+ sales$/).isVisible()).toBe(true);
    await close();
  });

  it('never show 0 for an unknown number', async () => {
    const area = await portal.visit('/areas/XS1', { quiet: false });
    const yields = area.page.locator('.asked-yields');
    await yields.getByText('price of an index').waitFor();
    expect(await yields.textContent()).not.toContain('0 sales');
    await area.page.route('**/v1/location/profile*', async (route) => {
      const answer = await (await route.fetch()).json();
      Object.assign(answer.sections.crime.data, { incidents_12m: null, per_1000: null });
      await route.fulfill({ json: answer });
    });
    await area.page.goto(`${portal.origin}/areas/XE1`);
    await area.page.getByText('a month is missing').waitFor();
    expect(await area.page.locator('.asked-profile').textContent()).not.toContain('0 in all');
    await area.close();
  });

  it('show the figures of a chart as a table if its script fails to load', async () => {
    const { page, complaints, close } = await portal.visit(null);
    await page.route(/assets\/plot/, (route) => route.abort());
    await page.goto(`${portal.origin}/areas/XE1`);
    await page.getByText('The chart cannot be drawn').first().waitFor();
    expect(await page.locator('.asked-prices figure details[open] tbody tr').count()).toBeGreaterThan(10);
    expect(complaints).toEqual([]);
    await close();
  });

  it.each([
    ['a guide', '/docs/guides/errors', /assets\/7-errors|assets\/errors/],
    ['an operation', '/docs/reference/prices.market', /assets\/prices-/],
  ])('say so if the part of the page with %s fails to load', async (_, path, part) => {
    const { page, close } = await portal.visit(null);
    let kept = 0;
    await page.route(/assets\/.*\.js/, (route) => {
      if (!part.test(route.request().url())) return route.continue();
      kept++;
      return route.abort();
    });
    await page.goto(portal.origin + path);
    await page.getByText('A part of this page did not load.').waitFor();
    expect(kept).toBeGreaterThan(0);
    await close();
  });

  it.each([
    ['library', /assets\/map-view/],
    ['worker', /assets\/maplibre-gl-worker/],
  ])(
    'say so if the %s of a map fails to load, as after an upgrade, and draw the map once it loads',
    async (_, part) => {
      const { page, close } = await portal.visit(null);
      await page.route(part, (route) => route.fulfill({ status: 404, json: {} }));
      for (const path of ['/map', '/areas/XE1']) {
        await page.goto(portal.origin + path);
        await page.getByText('A part of this page did not load.').waitFor();
      }
      await page.unroute(part);
      await page.reload();
      await page.locator('.map[data-drawn]').waitFor();
      expect(await page.getByText('A part of this page did not load.').count()).toBe(0);
      await close();
    },
  );

  it.each([
    ['at once if the styles are missing too', /assets\//],
    ['after some seconds if the styles are there', /assets\/.*\.js/],
  ])('say what to do if no script loads, %s', async (_, kept) => {
    const { page, close } = await portal.visit(null);
    await page.route(kept, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto(`${portal.origin}/account`);
    const told = page.getByText('The scripts of this page have not come.');
    // The styles hide the text for some seconds, in which scripts may still be loading.
    await page.evaluate(() => {
      for (const shown of document.getAnimations()) shown.finish();
    });
    expect(await told.isVisible()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.unroute(kept);
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    expect(await told.count()).toBe(0);
    await close();
  });

  it('reload a page once if its script is gone after an upgrade, and do not reload it endlessly', async () => {
    const { page, close } = await portal.visit(null);
    let pages = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages++;
    });
    let upgraded = true;
    await page.route(/assets\/account-/, (route) =>
      upgraded && pages === 2 ? route.continue() : route.fulfill({ status: 404, json: {} }),
    );
    await page.goto(`${portal.origin}/account`);
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    upgraded = false;
    await page.reload();
    await page.getByText('A part of this page did not load.').waitFor();
    expect(pages).toBe(4);
    await close();
  });

  it('say so if the script of a page fails to load, and open the page once it loads', async () => {
    const { page, close } = await portal.visit(null);
    await page.route(/assets\/account-/, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto(`${portal.origin}/account`);
    await page.getByText('A part of this page did not load.').waitFor();
    await page.unroute(/assets\/account-/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Balance' }).isVisible()).toBe(true);
    await close();
  });

  it('show a value that was charged even if the record of the home is refused', async () => {
    const { secret } = await portal.api.newKey({ monthly_cap: 3 });
    const { page, close } = await portal.visit(null, { key: secret });
    // The value is charged first, and no credits are left for the record.
    const valued = page.waitForResponse(/v1\/valuations\//);
    await page.route(/v1\/properties\//, async (route) => {
      await valued;
      await route.continue();
    });
    await page.goto(`${portal.origin}/homes/${house.uprn}`);
    await page.getByText('The monthly cap of this key is used up').waitFor();
    await page.getByText('This page: 3 credits').waitFor();
    expect(await page.locator('.asked-value').textContent()).toMatch(/£\d+,\d{3}/);
    await close();
  });

  it('keep the secret of a new key on the page after a second press and after another key is made', async () => {
    const { page, close } = await portal.visit('/account', { quiet: false });
    const rows = page.locator('.keys-table tbody tr');
    await rows.first().waitFor();
    const before = await rows.count();
    await page.getByLabel('Label').fill('first of two');
    await page.getByRole('button', { name: 'Make a test sub-key' }).dblclick();
    await page.getByRole('cell', { name: 'first of two' }).first().waitFor();
    await page.getByLabel('Label').fill('second of two');
    await page.getByRole('button', { name: 'Make a test sub-key' }).click();
    await page.getByRole('cell', { name: 'second of two' }).waitFor();
    const secrets = await page.locator('.secret').allTextContents();
    expect(new Set(secrets).size).toBe((await rows.count()) - before);
    expect(secrets).toHaveLength(2);
    await page.getByRole('button', { name: 'I have kept it' }).first().click();
    expect(await page.locator('.secret').allTextContents()).toEqual(secrets.slice(1));
    await close();
  });

  it('explain that signing in failed because the browser keeps no cookie', async () => {
    const { page, close } = await portal.visit('/account', { key: null, quiet: false });
    // As in a browser that drops the cookie of the answer.
    await page.route(/portal\/session/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 204 }) : route.continue(),
    );
    await page.getByLabel('API key').fill(portal.api.testKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('this browser does not keep the cookie').waitFor();
    await page.unroute(/portal\/session/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => page.getByRole('heading', { name: 'Balance' }).isVisible()).toBe(true);
    await close();
  });

  it('wait a minute for a server that does not answer, and then say so', async () => {
    const { page } = await portal.visit(null);
    await page.clock.install();
    await page.route(/v1\/properties|portal\/session/, () => {});
    await page.goto(`${portal.origin}/homes/${house.uprn}`, { waitUntil: 'commit' });
    await page.waitForRequest(/portal\/session/);
    await page.clock.fastForward(3000);
    await page.getByText('Waiting for the server').waitFor();
    await page.clock.fastForward(60_000);
    await page.getByText('has not answered within a minute').waitFor();
    await page.unroute(/v1\/properties|portal\/session/);
    await page.route(/v1\/properties/, () => {});
    const asked = page.waitForRequest(/v1\/properties/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.clock.fastForward(61_000);
    await page.getByText('has not answered within a minute').waitFor();
    await page.unroute(/v1\/properties/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.locator('.record-row').first().isVisible()).toBe(true);
    // The page is not reused, since the clock of the next visit would not run.
    await page.context().close();
  });

  it('show a user with a live key the price of adding an area to a chart and of opening a home', async () => {
    const { secret } = await portal.api.newKey();
    const start = await portal.visit('/', { key: secret, quiet: false });
    const told = await start.page
      .getByText(/opening a home \d credits and an outcode \d credits/)
      .textContent();
    await start.close();
    const spent = async (path: string): Promise<string> => {
      const { page, close } = await portal.visit(path, { key: secret });
      const text = await page.locator('.session').textContent();
      await close();
      return /This page: (\d+ credits)/.exec(text!)![1]!;
    };
    expect(told).toContain(`opening a home ${await spent(`/homes/${house.uprn}`)} and`);
    expect(told).toContain(`an outcode ${await spent('/areas/XE1')},`);
    const { page, close } = await portal.visit('/areas/XE1?with=XE2', { key: secret });
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Compare' }) });
    await section.getByRole('button', { name: 'Show for at most 4 credits' }).click();
    await section
      .getByText(/XE2, \d+ sales/)
      .first()
      .waitFor();
    const before = await page.locator('.session').textContent();
    await page.getByLabel('Another outcode').fill('XE3');
    await page.getByRole('button', { name: 'Compare' }).click();
    const more = section.getByRole('button', { name: 'Show XE3 for at most 2 credits' });
    await more.waitFor();
    expect(await page.locator('.session').textContent()).toBe(before);
    expect(await faultsOf(page)).toEqual([]);
    await more.click();
    await section
      .getByText(/XE3, \d+ sales/)
      .first()
      .waitFor();
    await close();
  });

  it('request the rent only for the bedrooms that were chosen, not for options passed on the way by keyboard', async () => {
    const { page, close } = await portal.visit(`/homes/${bare.uprn}`, { quiet: false });
    const asked: string[] = [];
    page.on('request', (request) => {
      const bedrooms = /rental\?bedrooms=(\d)/.exec(request.url());
      if (bedrooms) asked.push(bedrooms[1]!);
    });
    await page.getByLabel('Bedrooms').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.locator('.asked-rent').getByText('3 bedrooms, as given').waitFor();
    expect(asked).toEqual(['3']);
    await close();
  });

  it('find a key that is not among those listed, and never restore a cap that another window has changed', async () => {
    const { secret, account_id, key_id } = await portal.api.newKey();
    const { db } = portal.database;
    await db.query(
      `insert into api_keys (account_id, parent_id, hash, prefix, label, mode)
       select $1::uuid, $2::uuid, sha256(('desk ' || n)::bytea), 'svc_live_' || n, 'desk ' || n, 'live'
         from generate_series(101, 350) n`,
      [account_id, key_id],
    );
    const { page, close } = await portal.visit('/account', { key: secret, quiet: false });
    await page.getByText('200 keys are shown').waitFor();
    expect(await page.locator('.keys-table tbody tr').count()).toBe(200);
    await page.getByLabel(/beginning of a key/).fill('desk 101');
    await page.keyboard.press('Enter');
    await page.getByText('1 key with “desk 101”').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await db.query("update api_keys set monthly_cap = 7 where label = 'desk 101'");
    await page.keyboard.press('End');
    await page.keyboard.type(' by the door');
    await page.keyboard.press('Enter');
    // Beside the form, since the table may be longer than the window.
    const told = page.locator('.keys-table form').getByRole('alert');
    await told.getByText('its label is "desk 101" and its cap 7 now').waitFor();
    const fields = page.locator('.keys-table form input');
    await page.locator('[aria-busy="false"] .keys-table').waitFor();
    expect(await fields.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      'desk 101 by the door',
      '7',
    ]);
    await fields.last().fill('1000000001');
    await fields.last().press('Enter');
    // The browser shows the title beside the field, and sends nothing.
    expect(await fields.last().evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(
      true,
    );
    await fields.last().fill('7');
    await fields.first().press('Enter');
    await page.getByRole('alert').getByText('is changed').waitFor();
    const { rows } = await db.query("select monthly_cap from api_keys where label = 'desk 101 by the door'");
    expect(rows).toEqual([{ monthly_cap: 7 }]);
    await close();
  });

  it('let screen readers read out no missing energy rating and no unknown share', async () => {
    const { page, close } = await portal.visit(null);
    await page.route('**/v1/properties/**', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.epc.potential_rating = null;
      await route.fulfill({ response, json });
    });
    await page.route('**/v1/location/profile?**', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      json.sections.tenure.data.categories[0].pct = null;
      await route.fulfill({ response, json });
    });
    await page.goto(`${portal.origin}/homes/${house.uprn}`, { waitUntil: 'domcontentloaded' });
    const letters = page.locator('.epc');
    await letters.waitFor();
    expect(await letters.getAttribute('aria-label')).toMatch(/^Rated [A-G]$/);
    await page.goto(`${portal.origin}/areas/XE1`, { waitUntil: 'domcontentloaded' });
    const rows = page.getByRole('table', { name: 'Tenure' }).locator('tbody tr');
    await rows.nth(1).locator('meter').waitFor();
    expect(await rows.first().textContent()).toContain('–');
    expect(await rows.first().locator('meter').count()).toBe(0);
    await close();
  });

  it('show the right credits left even if the answer that was charged first arrives last', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit(null, { key: secret });
    let charged = (): void => {};
    let shown = (): void => {};
    const first_charged = new Promise<void>((done) => {
      charged = done;
    });
    const second_shown = new Promise<void>((done) => {
      shown = done;
    });
    await page.route('**/v1/properties/**', async (route) => {
      const response = await route.fetch();
      charged();
      await second_shown;
      await route.fulfill({ response });
    });
    await page.route('**/v1/valuations/**', async (route) => {
      await first_charged;
      await route.fulfill({ response: await route.fetch() });
      shown();
    });
    await page.goto(`${portal.origin}/homes/${house.uprn}`);
    await page.locator('.record').waitFor();
    await page.locator('.value').first().waitFor();
    expect(await page.locator('.session').textContent()).toContain('96 left');
    await close();
  });
});
