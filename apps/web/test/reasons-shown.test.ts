import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

const HOME = '998000000005';
const SMALL = { width: 700, height: 500 };

describe.skipIf(missing)('the pages, if there is a fault or a gap,', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('show the request id of a server fault, to which its message refers, and announce the fault once', async () => {
    const { page, close } = await portal.visit('/addresses', { ...SMALL, quiet: false });
    await page
      .getByLabel('Or addresses')
      .fill('9 Quaxley Street, Xanbury, XE1 1AA\n400 Quaxley Street, XE1 1AA');
    const { db } = portal.database;
    await db.query(`alter table addresses rename to elsewhere;
      create view addresses as select * from elsewhere where 1 / (0 * length(address)) = 1`);
    await page.getByRole('button', { name: 'Find the homes' }).click();
    const link = page.getByRole('link', { name: /^Save as/ });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const { body } = await portal.api.call(`/properties/${HOME}`);
    await db.query('drop view addresses; alter table elsewhere rename to addresses');
    const table = await readFile(await file.path(), 'utf8');
    expect(table.match(/The request id req_\w+ names it in the log/g)).toHaveLength(2);
    let count = 0;
    await page.route(/v1\/(risks|location|planning|rents)/, (route) => {
      const error = { ...body.error, request_id: `req_${++count}` };
      return route.fulfill({ status: 500, json: { error } });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`);
    const told = page.getByText(/^The server failed to answer\. The request id req_\d names it/);
    await told.nth(3).waitFor();
    expect(new Set(await told.allTextContents()).size).toBe(4);
    expect(await page.locator('main [role=alert]').count()).toBe(1);
    await close();
  });

  it('say why a home has no address and no certificate, and what its rent is based on', async () => {
    const { page, close } = await portal.visit(null, SMALL);
    const epc = 'Energy rating: no certificate is lodged for this home.';
    await page.route('**/v1/properties/*', async (route) => {
      const json = await (await route.fetch()).json();
      json.meta.warnings.push({ code: 'not_recorded', field: 'epc', message: epc });
      await route.fulfill({ json: { ...json, address: null, epc: null } });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`);
    await page.getByRole('heading', { name: `UPRN ${HOME}`, exact: true }).waitFor();
    const row = page.locator('.record-row', { hasText: 'Energy certificate' });
    expect(await row.textContent()).toBe('Energy certificate–No certificate is lodged for this home.');
    const { body } = await portal.api.call(`/valuations/${HOME}/rental`);
    const rent = page.locator('.asked-rent dl');
    await rent.waitFor();
    expect(body.method).toBe('listing_comparables');
    expect(await rent.textContent()).toContain('Lettings nearby; ');
    await close();
  });

  it('write no leading comma for a planning application without an address', async () => {
    const { page, close } = await portal.visit(null, SMALL);
    await page.route('**/v1/planning/applications*', async (route) => {
      const json = await (await route.fetch()).json();
      const parts = [{ address: null }, { address: null, distance_m: null }];
      for (const [i, part] of parts.entries()) Object.assign(json.applications[i], part);
      await route.fulfill({ json });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`);
    const facts = page.locator('.planning small');
    await facts.nth(2).waitFor();
    const [near, bare, whole] = await facts.allTextContents();
    expect(near).toMatch(/^ [\d,]+ m, received /);
    expect(bare).toMatch(/^ received /);
    expect(whole).toMatch(/^ \d+ [A-Z].*, [\d,]+ m, received /);
    await close();
  });

  it('show no table headings without rows if only the index of an authority is loaded', async () => {
    const { page, close } = await portal.visit(null, SMALL);
    await page.route('**/portal/areas/E06999001', async (route) => {
      const json = await (await route.fetch()).json();
      await route.fulfill({ json: { ...json, outcodes: [], centre: null, bounds: null } });
    });
    await page.goto(`${portal.origin}/areas/E06999001`);
    await page.getByText('No loaded postcode of this area has a position.').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Postcodes' }).count()).toBe(0);
    await close();
  });
});
