import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal, shareOf } from './browser.ts';

const { house } = sandboxSamples();
const HOME = `/homes/${house.uprn}`;
const ISO_DATE = /\b(19|20)\d\d-\d\d\b/;
const CAUTION = 'Sales of the newest months are still being registered';

describe.skipIf(missing)('a page on paper', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('is dark on white, its charts and maps too, whatever the scheme of the screen', async () => {
    const { page, close } = await portal.visit(HOME, { dark: true });
    await page.locator('.map[data-drawn="true"]').waitFor();
    await page.locator('.u-wrap canvas').waitFor();
    // A browser that prints tells the page that its scheme is light, or that it is the one of the screen.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme });
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(24, 33, 43)');
      await expect.poll(() => shareOf(page, '.u-wrap', '#ffffff')).toBeGreaterThan(0.5);
      const filter = (of: string) => page.locator(of).evaluate((e) => getComputedStyle(e).filter);
      expect(await filter('.maplibregl-canvas')).toContain('invert');
    }
    await close();
  });

  it('draws a chart in the colours of the scheme that the screen changes to', async () => {
    const { page, close } = await portal.visit('/areas/XE1', { dark: true });
    await page.locator('.plot[data-dark]').first().waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('.plot[data-dark]').first().waitFor({ state: 'detached' });
    expect(await page.locator('.plot canvas').count()).toBeGreaterThan(0);
    await close();
  });

  it('keeps the cautions, releases and licences of all sections, what a colour alone tells, and no form', async () => {
    const { page, close } = await portal.visit(HOME);
    await page.locator('.asked-history .basis').waitFor();
    expect(await page.getByRole('heading', { name: 'Cautions and sources' }).count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    const told = await page.locator('.printed li').allTextContents();
    expect(told.some((line) => line.startsWith(`Price history: ${CAUTION}`))).toBe(true);
    expect(
      told.filter((line) => /^Price Paid Data, made up, release \S+\. None needed/.test(line)),
    ).toHaveLength(1);
    expect(await page.getByText('Open a source').isVisible()).toBe(false);
    expect(await page.getByText(/^Rated [A-G], could reach [A-G]/).isVisible()).toBe(true);
    for (const mark of ['.epc span', '.key', '.driver'])
      expect(
        await page
          .locator(mark)
          .first()
          .evaluate((e) => getComputedStyle(e).printColorAdjust),
      ).toBe('exact');
    await close();
    const account = await portal.visit('/account');
    await account.page.emulateMedia({ media: 'print' });
    expect(await account.page.locator('form:visible, main input:visible').count()).toBe(0);
    await account.close();
  });

  it.each([HOME, '/areas/XE1', '/areas/E06999001', '/account'])(
    'dates its figures, in British order, and names no dataset by its id: %s',
    async (path) => {
      const { page, close } = await portal.visit(path);
      await page.evaluate(() => {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });
      const dates = await page.locator('figure td:first-child').allTextContents();
      if (path !== '/account') expect(dates.length).toBeGreaterThan(10);
      expect(dates.filter((date) => !/^(\d+ )?[A-Z][a-z]+ \d{4}$/.test(date))).toEqual([]);
      for (const basis of await page.locator('.basis > span').allTextContents())
        expect(basis).toMatch(/ \d{4}$/);
      const captions = await page
        .locator('.asked-profile caption, .asked-profile dd small')
        .allTextContents();
      expect(captions.filter((text) => ISO_DATE.test(text))).toEqual([]);
      if (captions.length > 0)
        for (const dated of ['Tenure, per cent, 2021', 'Crimes by category, twelve months to Aug 2026'])
          expect(captions).toContain(dated);
      expect(await page.getByText(/\b(of|loaded) (planning-data|epc-domestic|price-paid)\b/).count()).toBe(0);
      await close();
    },
  );
});
