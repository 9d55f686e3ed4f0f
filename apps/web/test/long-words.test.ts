import { createKey } from '@domesday/api/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, overhang, type Portal } from './browser.ts';

const HOME = '998000000005';
const MARKUP = '<img src=x onerror="window.ran=1">';
/** A name as wide as one without blanks can be. Some Welsh place names are nearly as long. */
const LONG = 'W'.repeat(80);

describe.skipIf(missing)('texts of publishers with markup or very long words', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
    const { db } = portal.database;
    const odd = `${MARKUP} ${LONG} `;
    await db.query('update addresses set address = $1 || address where uprn = $2', [odd, HOME]);
    await db.query('update schools set name = $1 || name', [odd]);
    await db.query('update planning_applications set description = $1 || description', [odd]);
    await db.query('update local_authorities set name = $1 || name', [odd]);
    await db.query('update areas set name = $1 || name', [odd]);
  });
  afterAll(() => portal?.close());

  it.each([`/homes/${HOME}`, '/areas/XE1', '/account', '/data'])(
    'are shown as plain text, and fit 320 pixels: %s',
    async (path) => {
      const { page, complaints, close } = await portal.visit(path, { width: 320, height: 740 });
      if (path.includes(HOME)) {
        const heading = page.getByRole('heading', { level: 1 });
        expect((await heading.textContent())?.toLowerCase()).toContain(MARKUP.toLowerCase());
        await page
          .getByText(new RegExp(`${LONG}.*School`))
          .first()
          .waitFor();
      }
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      expect(await page.locator('img').count()).toBe(0);
      expect(await page.evaluate(() => 'ran' in window)).toBe(false);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('fit 320 pixels as the name of a dataset', async () => {
    const { page, close } = await portal.visit(null, { width: 320, height: 740 });
    await page.route('**/v1/status', async (route) => {
      const json = await (await route.fetch()).json();
      for (const dataset of json.datasets) dataset.name = LONG;
      await route.fulfill({ json });
    });
    await page.goto(`${portal.origin}/data`);
    await page.locator('.dataset-name').first().waitFor();
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await close();
  });

  it('leave the buttons of all keys visible in a wide window', async () => {
    const { secret, account_id, key_id: parent_id } = await portal.api.newKey();
    await createKey(portal.database.db, { account_id, parent_id, mode: 'live', label: LONG });
    const { page, close } = await portal.visit('/account', { key: secret, quiet: false });
    const { x, width } = (await page.getByRole('button', { name: 'Revoke' }).boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(1280);
    await close();
  });

  it('do not break the names of operations in a table that scrolls', async () => {
    await portal.api.call('/rents/long-term?outcode=XE1');
    const { page, close } = await portal.visit('/account', { width: 360, height: 740 });
    const name = page.getByRole('cell', { name: 'rents.long_term' });
    // Usage is counted shortly after a call is answered.
    for (let tries = 0; tries < 20 && (await name.count()) === 0; tries++)
      await page.reload({ waitUntil: 'networkidle' });
    const lines = await name
      .locator('a')
      .evaluate((link) => new Set([...link.getClientRects()].map(({ top }) => top)).size);
    expect(lines).toBe(1);
    await close();
  });
});
