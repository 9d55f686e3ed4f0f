import { sandboxSamples } from '@domesday/sandbox';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal, shareOf } from './browser.ts';

const { house } = sandboxSamples();
const HOME = `/homes/${house.uprn}`;
const ISO_DATE = /\b(19|20)\d\d-\d\d\b/;
const CAUTION = 'Sales of the newest months are still being registered';

/**
 * Switches to print as a printer does, where the map keeps the size that it had in the window. A copy of the map is not
 * redrawn when the media type changes.
 */
async function onPaper(page: Page): Promise<void> {
  await page.locator('.map').evaluate((map) => map.replaceWith(map.cloneNode(true)));
  await page.emulateMedia({ media: 'print' });
}

/** The centre of an element, and its size. */
async function boxOf(page: Page, selector: string) {
  const { x, y, width, height } = (await page.locator(selector).first().boundingBox())!;
  return { x: x + width / 2, y: y + height / 2, width, height };
}

describe.skipIf(missing)('a page on paper', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('is dark on white, including charts and maps, whatever the colour scheme of the screen', async () => {
    const { page, close } = await portal.visit(HOME, { dark: true });
    await page.locator('.map[data-drawn="true"]').waitFor();
    await page.locator('.u-wrap canvas').waitFor();
    // A printing browser reports either a light scheme or the scheme of the screen.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ media: 'print', colorScheme });
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(24, 33, 43)');
      await expect.poll(() => shareOf(page, '.u-wrap', '#ffffff')).toBeGreaterThan(0.5);
      const filter = (of: string) => page.locator(of).evaluate((e) => getComputedStyle(e).filter);
      expect(await filter('.maplibregl-canvas')).toContain('invert');
    }
    await close();
  });

  it('redraws a chart in the colours of the scheme to which the screen changes', async () => {
    const { page, close } = await portal.visit('/areas/XE1', { dark: true });
    await page.locator('.plot[data-dark]').first().waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.locator('.plot[data-dark]').first().waitFor({ state: 'detached' });
    expect(await page.locator('.plot canvas').count()).toBeGreaterThan(0);
    await close();
  });

  it('shows the cautions, releases and licences of all sections, and says in words what colours mean', async () => {
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
  });

  it('has no forms, and shows only the choices that are selected', async () => {
    const { page, close } = await portal.visit('/map');
    await page.emulateMedia({ media: 'print' });
    const layers = await page.locator('.switch:visible span:first-of-type').allTextContents();
    expect(layers).toEqual(['Median price', 'Designations', 'Schools']);
    for (const path of ['/map', '/account', '/addresses', '/docs/reference/prices.market']) {
      await page.goto(portal.origin + path, { waitUntil: 'networkidle' });
      expect(
        await page.locator('form:visible, main :is(input, textarea, button):visible').count(),
        path,
      ).toBe(0);
    }
    await close();
  });

  it('has no heading of a section that was not requested', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit('/areas/XE1', { key: secret });
    await page.emulateMedia({ media: 'print' });
    const shown = await page.locator('h2:visible').allTextContents();
    expect(shown).toContain('Prices');
    for (const unasked of ['Median price by kind over time', 'Compare', 'Rents'])
      expect(shown).not.toContain(unasked);
    await close();
  });

  it('shows the sources of an area, which are opened before printing and closed again afterwards', async () => {
    const { page, close } = await portal.visit('/areas/XE1');
    const details = page.locator('.basis details');
    await details.first().waitFor();
    await details.first().locator('summary').click();
    const open = () => details.evaluateAll((all) => all.map((one) => (one as HTMLDetailsElement).open));
    const before = await open();
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await open()).toEqual(before.map(() => true));
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await open()).toEqual(before);
    await close();
  });

  it('never ends a sheet of a guide with a heading, and has no blank sheet', async () => {
    const { page, close } = await portal.visit('/docs');
    const guides = await page
      .locator('.docs-text a[href^="/docs/guides/"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    expect(guides.length).toBeGreaterThan(5);
    for (const path of guides) {
      await page.setViewportSize({ width: 718, height: 1047 });
      await page.emulateMedia({ media: 'print' });
      await page.goto(portal.origin + path, { waitUntil: 'networkidle' });
      const after = await page
        .locator('.guide :is(h2, h3)')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).breakAfter));
      expect([...new Set(after)], path).toEqual(['avoid']);
      const sheets = await page.evaluate(() => document.body.getBoundingClientRect().height / 1047);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      // Headings that move to the next sheet leave less than a tenth of a sheet empty.
      expect(pdf.match(/\/Type \/Page\b/g)!.length, path).toBeLessThanOrEqual(Math.ceil(sheets + 0.1));
    }
    await close();
  });

  it('does not leave the rest of a sheet empty before a block that is longer than a sheet', async () => {
    const { page, close } = await portal.visit('/data');
    await page.emulateMedia({ media: 'print' });
    // A4 without margins.
    await page.setViewportSize({ width: 718, height: 1047 });
    const height = await page.evaluate(() => document.body.getBoundingClientRect().height);
    expect(height).toBeGreaterThan(1047);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(Math.ceil(height / 1047));
    await close();
  });

  it.each([
    ['/map', 1500],
    ['/areas/XE1', 420],
  ])('shows the whole of a map: %s in a window of %s pixels', async (path, width) => {
    const { page, close } = await portal.visit(path, { width });
    await page.locator('.map[data-drawn="true"]').waitFor();
    await onPaper(page);
    const [frame, canvas] = await Promise.all(['.map', '.map canvas'].map((of) => boxOf(page, of)));
    expect(Math.abs(canvas!.width - frame!.width)).toBeLessThan(4);
    expect(Math.abs(canvas!.height - frame!.height)).toBeLessThan(4);
    await close();
  });

  it.each([HOME, '/areas/XE1', '/map'])('has maps that a printer can copy: %s', async (path) => {
    const { page, close } = await portal.visit(path);
    await page.locator('.map[data-drawn="true"]').waitFor();
    const colours = await page.locator('.map canvas').evaluate(async (canvas) => {
      // Waits for three frames: a browser may clear the canvas once it has shown a frame.
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
      const { width, height } = canvas as HTMLCanvasElement;
      const copy = new OffscreenCanvas(width, height).getContext('2d')!;
      copy.drawImage(canvas as HTMLCanvasElement, 0, 0);
      return new Set(new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer)).size;
    });
    expect(colours).toBeGreaterThan(1);
    await close();
  });

  it('shows a home and its pin in the middle of the map', async () => {
    const { page, close } = await portal.visit(HOME, { width: 1500 });
    await page.locator('.map[data-drawn="true"]').waitFor();
    await onPaper(page);
    const [frame, canvas, pin] = await Promise.all(
      ['.map', '.map canvas', '.map .pin.own'].map((of) => boxOf(page, of)),
    );
    for (const box of [canvas!, pin!]) {
      expect(Math.abs(box.x - frame!.x)).toBeLessThan(2);
      expect(Math.abs(box.y - frame!.y)).toBeLessThan(2);
    }
    await close();
  });

  it.each([HOME, '/areas/XE1', '/areas/E06999001', '/account'])(
    'gives the dates of its figures in British order, and names no dataset by its id: %s',
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
