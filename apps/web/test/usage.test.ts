import { readFile } from 'node:fs/promises';
import { createKey } from '@domesday/api/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, missing, openPortal, overhang, type Portal } from './browser.ts';

describe.skipIf(missing)('the usage of an account', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('is shown by calendar month and by key, and saved for the month that is shown', async () => {
    const { db } = portal.database;
    const { secret, key_id, account_id } = await portal.api.newKey({ plan: 'starter' });
    const label = `W${'e'.repeat(60)}`;
    const sub = await createKey(db, { account_id, parent_id: key_id, mode: 'live', label });
    await portal.api.call('/addresses/search?q=quaxley', { key: secret });
    for (let i = 0; i < 2; i++) await portal.api.call('/addresses/search?q=quaxley', { key: sub.secret });
    const now = portal.api.clock.now();
    const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
    const { page, complaints, close } = await portal.visit('/account', { key: secret });
    const by_key = page.locator('table', { hasText: 'By key' });
    await by_key.getByRole('row', { name: `${sub.secret.slice(0, 15)}… ${label} 2` }).waitFor();
    expect(await by_key.getByRole('row').count()).toBe(3);
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 600 });
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    const month = now.toISOString().slice(0, 7);
    await page.getByLabel('Period').selectOption(`month=${month}`);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`usage-${month}-01-to-${now.toISOString().slice(0, 10)}.csv`);
    // Saved files begin with a byte order mark.
    expect(await readFile(await saved.path(), 'utf8')).toMatch(/^\uFEFFday,operation,/);
    await page.getByLabel('Period').selectOption(`month=${before}`);
    await page.getByText('No calls in this period').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});
