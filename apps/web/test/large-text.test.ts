import { createKey } from '@domesday/api/accounts';
import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, overhang, type Portal } from './browser.ts';

const { house, bare, block, scottishFlat, additionalSale } = sandboxSamples();
/** A window of 360 pixels at a zoom of 200 % has 180 CSS pixels. */
const TWICE_THE_TEXT = { width: 180, height: 370 };
const PAGES = [
  '/',
  `/homes/${house.uprn}`,
  '/areas/XE1',
  '/areas/E06999001',
  '/map',
  '/account',
  '/data',
  '/addresses',
  '/docs/reference/prices.market',
  '/docs/guides/errors',
];

describe.skipIf(missing)('on a phone with larger or wider text', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it.each(PAGES)(
    'nothing extends beyond the edge, and each navigation link stays on one line: %s',
    async (path) => {
      const { page, close } = await portal.visit(path, TWICE_THE_TEXT);
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      const lines = await page.locator('.bar nav a').evaluateAll((links) =>
        links.map((link) => {
          const range = document.createRange();
          range.selectNodeContents(link);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }),
      );
      expect(lines).toEqual([1, 1, 1, 1, 1]);
      await close();
    },
  );

  it('nothing extends beyond the edge for homes with recorded, inferred and missing values', async () => {
    for (const { uprn } of [bare, block, scottishFlat, additionalSale]) {
      const { page, close } = await portal.visit(`/homes/${uprn}`, { width: 320, height: 740 });
      expect(await overhang(page), String(uprn)).toBeLessThanOrEqual(0);
      await close();
    }
  });

  it.each(PAGES)(
    'nothing extends beyond the edge if the reader doubles only the text size: %s',
    async (path) => {
      const { page, close } = await portal.visit(path, { width: 360, height: 740 });
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 740 });
        await page.evaluate(() => {
          // Set on the page, not in the browser: media queries would follow the browser's own setting.
          document.documentElement.style.fontSize = '200%';
          for (const folded of document.querySelectorAll('details')) folded.open = true;
        });
        expect(await overhang(page)).toBeLessThanOrEqual(0);
      }
      await close();
    },
  );

  it('nothing extends beyond 320 pixels on the account page of an operator, with all plans', async () => {
    const { db } = portal.database;
    const { secret } = await createKey(db, { account_id: portal.api.account_id, mode: 'live', admin: true });
    const { page, close } = await portal.visit('/account', { width: 320, height: 740, key: secret });
    await page.getByText('Requests in 10 s').waitFor();
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await close();
  });

  it.each(PAGES)(
    'nothing extends beyond 320 pixels with the text spacing that a reader may set: %s',
    async (path) => {
      const { page, close } = await portal.visit(path, { width: 320, height: 740 });
      // https://www.w3.org/WAI/WCAG22/Understanding/text-spacing, as a reader's style sheet sets it.
      await page.evaluate(() => {
        const own = new CSSStyleSheet();
        own.replaceSync(
          '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
        );
        document.adoptedStyleSheets = [own];
      });
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      await close();
    },
  );
});
