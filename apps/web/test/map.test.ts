import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal, shareOf } from './browser.ts';

const { house } = sandboxSamples();
const HERE = `17.0/${house.latitude.toFixed(4)}/${house.longitude.toFixed(4)}`;
const SMALL = { width: 700, height: 500, quiet: false };

describe.skipIf(missing)('the map', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it.each([true, false])('shows the button of its sources in forced colours, dark %s', async (dark) => {
    const { page, close } = await portal.visit(null, { ...SMALL, dark });
    await page.emulateMedia({ forcedColors: 'active', colorScheme: dark ? 'dark' : 'light' });
    await page.goto(`${portal.origin}/map#${HERE}`);
    await page.locator('.map[data-drawn]').waitFor();
    const sign = '.maplibregl-ctrl-attrib-button';
    for (let open = 0; open < 2; open++) {
      const [black, white] = await Promise.all(['#000000', '#ffffff'].map((one) => shareOf(page, sign, one)));
      expect([black! > 0.1, white! > 0.1], `${black} black, ${white} white`).toEqual([true, true]);
      await page.locator(sign).click();
    }
    await page.emulateMedia({ forcedColors: null });
    await close();
  });

  it('follows a change of the colour scheme, as its legend does, and keeps its layers', async () => {
    const { page, close } = await portal.visit(`/map#${HERE}/homes`, { ...SMALL, dark: true });
    await page.locator('.map[data-drawn][data-dark]').waitFor();
    await page.getByLabel('Homes').uncheck();
    await page.getByLabel('Plots').check();
    const land = (colour: string) => shareOf(page, '.map canvas', colour);
    expect(await land('#f7f6f1')).toBe(0);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => land('#f7f6f1')).toBeGreaterThan(0.1);
    expect(await land('#232b33')).toBe(0);
    // Homes have the colour of the ink. Nothing else is drawn in that colour here.
    expect(await land('#18212b')).toBe(0);
    expect(await page.locator('.map[data-dark]').count()).toBe(0);
    await close();
  });

  it('keeps working if the browser refuses further history entries for a while', async () => {
    const { page, complaints, close } = await portal.visit(`/map#${HERE}/homes`, SMALL);
    await page.locator('.map[data-drawn]').waitFor();
    await page.evaluate(() => {
      history.replaceState = () => {
        throw new DOMException('Attempt to use history.replaceState() more than 100 times', 'SecurityError');
      };
    });
    await page.locator('.map canvas').focus();
    await page.keyboard.press('Minus');
    await page.getByLabel('Schools').check();
    await page.locator('.map canvas').press('Enter');
    await page.locator('.picked li').first().waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
