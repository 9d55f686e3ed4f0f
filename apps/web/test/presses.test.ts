import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

describe.skipIf(missing !== null)('the account page, for the forms of keys,', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('makes one key if its form is submitted twice, and shows no error for a repeated change or revocation', async () => {
    const { page, close } = await portal.visit('/account');
    const sent: string[] = [];
    page.on('request', (request) => request.method() !== 'GET' && sent.push(request.method()));
    const alerts = async () => (await page.getByRole('alert').allTextContents()).filter(Boolean);
    await page.route('**/portal/keys/**', async (route) => {
      await new Promise((go) => setTimeout(go, 300));
      await route.continue();
    });
    await page.getByLabel('Label').fill('pressed twice');
    await page.getByLabel('Label').evaluate(({ form }: HTMLInputElement) => {
      form!.requestSubmit();
      form!.requestSubmit();
    });
    const row = page.getByRole('row').filter({ hasText: 'pressed twice' });
    await row.first().waitFor();
    expect([await row.count(), await page.locator('.secret').count()]).toEqual([1, 1]);
    await row.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Label').first().fill('changed once');
    await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
    const changed = page.getByRole('row').filter({ hasText: 'changed once' });
    await changed.waitFor();
    expect(await alerts()).toEqual([expect.stringMatching(/… is changed\.$/)]);
    page.on('dialog', (dialog) => dialog.accept());
    const revoke = changed.getByRole('button', { name: 'Revoke' });
    await revoke.dblclick();
    await revoke.waitFor({ state: 'detached' });
    expect(await alerts()).toEqual([expect.stringMatching(/… is revoked\.$/)]);
    expect(sent).toEqual(['POST', 'PUT', 'DELETE']);
    await close();
  });

  it('scrolls to the secret of a new key, has it read out, and moves the focus on once the secret is stored', async () => {
    const { page, close } = await portal.visit('/account', { height: 300 });
    await page.getByLabel('Label').fill('far below');
    const [region] = await page.getByRole('status').filter({ hasText: /^$/ }).elementHandles();
    await page.getByRole('button', { name: 'Make a test sub-key' }).press('Enter');
    const secret = page.locator('.secret');
    await secret.waitFor();
    const { top, bottom } = await secret.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThan(300);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('cannot be shown again');
    // Some screen readers do not read out a live region that is inserted together with its text.
    expect(await secret.evaluate((element, before) => before!.contains(element), region)).toBe(true);
    await page.getByRole('button', { name: 'I have kept it' }).press('Enter');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SECTION');
    await close();
  });

  it('closes the form of a key at Escape without a change, and says so at the focus', async () => {
    const { page, close } = await portal.visit('/account', { quiet: false });
    await page.getByLabel('Label').fill('left as it is');
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: 'left as it is' });
    await row.getByRole('button', { name: 'Change' }).press('Enter');
    await page.keyboard.type('typed');
    await page.keyboard.press('Escape');
    await page.getByRole('alert').getByText('Nothing was changed.').waitFor();
    expect(await row.count()).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Nothing was changed.');
    await close();
  });
});
