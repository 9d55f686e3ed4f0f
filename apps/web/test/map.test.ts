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

  it.each([true, false])('shows the sign that opens its sources in forced colours, dark %s', async (dark) => {
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
});
