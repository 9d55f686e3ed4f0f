import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, overhang, type Portal } from './browser.ts';

const { house } = sandboxSamples();
/** A window of 360 pixels whose text is drawn at twice the size has 180 pixels of its own. */
const TWICE_THE_TEXT = { width: 180, height: 370 };

describe.skipIf(missing)('on a phone with text of twice the size', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it.each([
    '/',
    `/homes/${house.uprn}`,
    '/areas/XE1',
    '/areas/E06999001',
    '/map',
    '/account',
    '/data',
    '/docs/reference/prices.market',
    '/docs/guides/errors',
  ])('nothing stands beyond the edge, and no name of the navigation is broken: %s', async (path) => {
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
  });
});
