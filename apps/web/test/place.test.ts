import { sandboxSamples } from '@domesday/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

const { house } = sandboxSamples();
const at = (page: Page): Promise<number> => page.evaluate(() => scrollY);
/** The scroll position of the page. */
async function scrolled(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, 900));
  expect(await at(page)).toBeGreaterThan(500);
  return at(page);
}

describe.skipIf(missing)('the scroll position of a long page', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it.each([`/homes/${house.uprn}`, '/data', '/account', '/areas/XE1', '/docs/guides/batch#licences'])(
    'is restored after a reload and after going back, but not if a link opens the page: %s',
    async (path) => {
      const { page, complaints, close } = await portal.visit(path, { height: 500 });
      const before = await scrolled(page);
      await page.reload({ waitUntil: 'networkidle' });
      await expect.poll(() => at(page)).toBe(before);
      await page.goto(`${portal.origin}/docs`, { waitUntil: 'networkidle' });
      await page.goBack({ waitUntil: 'networkidle' });
      await expect.poll(() => at(page)).toBe(before);
      await page.goto(`${portal.origin}/docs`);
      await page.goto(`${portal.origin}${path.split('#')[0]}`, { waitUntil: 'networkidle' });
      expect(await at(page)).toBe(0);
      expect(complaints).toEqual([]);
      await close();
    },
  );

  it('is not restored if the user scrolls while the answers arrive', async () => {
    const { page, close } = await portal.visit('/data', { height: 500 });
    await scrolled(page);
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/v1/status', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.getByRole('heading', { name: 'Data', level: 1 }).waitFor();
    await page.keyboard.press('Home');
    go();
    await page.getByRole('heading', { name: 'Not loaded' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await at(page)).toBe(0);
    await close();
  });
});
