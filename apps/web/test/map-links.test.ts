import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

const { house } = sandboxSamples();
const HERE = `15.0/${house.latitude.toFixed(4)}/${house.longitude.toFixed(4)}`;
/** Drawing the map takes most of the time of a visit, and depends on the size of the map. */
const SMALL = { width: 700, height: 500, quiet: false };
const drawn = '.map[data-drawn]';

describe.skipIf(missing)('a link to the map', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('shows another user the same place with the same layers', async () => {
    const { page, close } = await portal.visit(`/map#${HERE}`, SMALL);
    await page.locator(drawn).waitFor();
    await page.getByLabel('Flood zones').check();
    await page.getByLabel('Schools').uncheck();
    const link = page.url();
    // The first page is still open, so the second gets another browser context.
    const other = await portal.visit(null, SMALL);
    const asked = other.page.waitForResponse((response) => /\/v1\/tiles\/flood\//.test(response.url()));
    await other.page.goto(link);
    await asked;
    expect(await other.page.getByLabel('Flood zones').isChecked()).toBe(true);
    expect(await other.page.getByLabel('Schools').isChecked()).toBe(false);
    expect(other.page.url()).toBe(link);
    await other.close();
    await close();
  });

  it('is followed even if the page already shows the map', async () => {
    const { page, close } = await portal.visit('/map#9.0/52.0000/-1.0000', SMALL);
    await page.locator(drawn).waitFor();
    const asked = page.waitForResponse((response) => /\/v1\/tiles\/stops\//.test(response.url()));
    await page.evaluate((hash) => location.assign(hash), `#${HERE}/stops`);
    await asked;
    expect(await page.getByLabel('Stops').isChecked()).toBe(true);
    expect(await page.getByLabel('Median price').isChecked()).toBe(false);
    await close();
  });

  it('stays in the address after the keyboard skips to the content', async () => {
    const { page, close } = await portal.visit(`/map#${HERE}/stops`, SMALL);
    await page.locator(drawn).waitFor();
    const link = page.url();
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(page.url()).toBe(link);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
    await close();
  });

  it('does not undo a layer that was switched while the map was loading', async () => {
    const { page, close } = await portal.visit(null, SMALL);
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/assets\/map-view/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${portal.origin}/map#${HERE}`);
    await page.getByLabel('Stops').check();
    const asked = page.waitForResponse((response) => /\/v1\/tiles\/stops\//.test(response.url()));
    go();
    // A tile without stops is a 204.
    expect((await asked).ok()).toBe(true);
    await close();
  });

  it.each(['#5/999/1', '#12/-91/1', '#15/53.9', '#x/y/z', '#1/2/3/4/5'])(
    'with an invalid place shows the default map: %s',
    async (hash) => {
      const { page, complaints, close } = await portal.visit(`/map${hash}`, SMALL);
      await page.locator(drawn).waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('leaves scrolling by wheel or one finger to the page if the map is only a part of it', async () => {
    const { page, close } = await portal.visit('/areas/XE1', SMALL);
    const map = page.locator(drawn);
    await map.waitFor();
    await map.evaluate((of) => of.scrollIntoView({ block: 'center' }));
    await map.hover();
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, -60);
    await page.waitForFunction((y) => scrollY < y, before);
    const canvas = page.locator('.maplibregl-canvas');
    expect(await canvas.evaluate((of) => getComputedStyle(of).touchAction)).toBe('pan-x pan-y');
    await close();
  });

  it('names the layer that is not drawn completely, and advises to zoom in', async () => {
    const { page, close } = await portal.visit(`/map#${HERE}/schools,stops`);
    const told = page.getByText('too many to draw all: zoom in');
    await page.locator(drawn).waitFor();
    expect(await told.count()).toBe(0);
    // Made up: more schools at one home than a tile may show.
    await portal.database.db.query(
      `insert into place_points (source, id, category, kind, name, easting, northing, by_postcode)
       select 'made up', n, 'education', 'school', 'MADE UP', easting, northing, false
         from addresses, generate_series(1, 4001) as n where uprn = $1`,
      [house.uprn],
    );
    await page.goto(`${portal.origin}/data`);
    await page.goto(`${portal.origin}/map#${HERE}/schools,stops`);
    await told.waitFor();
    expect(await page.locator('.switch', { has: told }).textContent()).toContain('Schools');
    await close();
  });
});
