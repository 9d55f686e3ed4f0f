import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

describe.skipIf(missing)('the search box', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(async () => {
    await portal?.close();
  });

  it('opens the hit that matches the typed text at Enter, or else marks the first hit, which a second Enter opens', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    const box = page.getByRole('combobox');
    const marked = page.getByRole('option', { selected: true });
    await box.fill('9 quaxley');
    await page.getByRole('option').first().waitFor();
    await box.press('Enter');
    await marked.waitFor();
    // Pressed before the hits arrive.
    await box.fill('11 quaxley');
    await box.press('Enter');
    await marked.waitFor();
    expect(await page.getByRole('option').count()).toBeGreaterThan(1);
    expect(new URL(page.url()).pathname).toBe('/');
    const first = await marked.locator('span').first().textContent();
    await box.press('Enter');
    await page.waitForURL('**/homes/*');
    await page.getByText(first!.split(',')[0]!).first().waitFor();
    for (const [typed, opened] of [
      ['9 Quaxley Street, Xanbury, XE1 1AA', '/homes/998000000005'],
      ['9 quaxley street', '/homes/998000000005'],
      ['xe1', '/areas/XE1'],
    ] as const) {
      await page.goto(`${portal.origin}/`);
      await box.fill(typed);
      await box.press('Enter');
      await page.waitForURL(`**${opened}`);
    }
    await close();
  });

  it('opens a single hit that differs from the typed text only at a second Enter, even if the first Enter came before the hits', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    const box = page.getByRole('combobox');
    const marked = page.getByRole('option', { selected: true });
    for (const early of [false, true]) {
      await page.goto(`${portal.origin}/`);
      await box.fill('9 quaxley street, xe9 9zz');
      if (!early) await page.getByRole('option').first().waitFor();
      await box.press('Enter');
      await marked.waitFor();
      expect(await page.getByRole('option').count()).toBe(1);
      expect(new URL(page.url()).pathname).toBe('/');
    }
    await box.press('Enter');
    await page.waitForURL('**/homes/998000000005');
    await close();
  });
});
