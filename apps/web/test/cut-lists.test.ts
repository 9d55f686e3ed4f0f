import { createKey } from '@domesday/api/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, missing, openPortal, type Portal } from './browser.ts';

describe.skipIf(missing)('a list of which only the first entries are shown', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('of search hits says that there are more', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    const box = page.getByRole('combobox');
    const told = page.locator('#search-said');
    await box.fill('Quaxley Street');
    await told.getByText('The 8 best of more').waitFor();
    expect(await page.getByRole('option').count()).toBe(8);
    await box.fill('9 Quaxley Street');
    await told.getByText(/^\d found/).waitFor();
    expect(await told.textContent()).toMatch(new RegExp(`^${await page.getByRole('option').count()} found`));
    await close();
  });

  it('of accounts shows the newest first, and finds any other account by its name, its id or a key', async () => {
    const { db } = portal.database;
    const { secret } = await createKey(db, { account_id: portal.api.account_id, mode: 'live', admin: true });
    await db.query(
      `insert into accounts (name, plan_id, created_at)
       select 'Desk ' || n, 'free', timestamp '2020-01-01' + n * interval '1 day' from generate_series(1, 1100) n`,
    );
    const { rows } = await db.query("select id from accounts where name = 'Desk 7'");
    const old = await createKey(db, { account_id: rows[0]!.id, mode: 'live' });
    const { page, close } = await portal.visit('/account', { key: secret, quiet: false });
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'All accounts' }) });
    await section.getByText(/^The newest 1,000 accounts are shown/).waitFor();
    expect(await section.getByRole('cell', { name: /^Desk 7 / }).count()).toBe(0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const text of ['desk 7 ', rows[0]!.id.slice(0, 18), old.secret]) {
      await section.getByLabel(/Name, id/).fill(text);
      await page.keyboard.press('Enter');
      await section.getByText(/ with “/).waitFor();
      await section.locator('[aria-busy="false"]').waitFor();
      expect(await section.getByRole('cell', { name: /^Desk 7 / }).count(), text).toBe(1);
      await section.getByRole('button', { name: 'Show all' }).click();
      await section.getByText(/^The newest/).waitFor();
      expect(await section.getByLabel(/Name, id/).inputValue()).toBe('');
    }
    expect(asked.join()).not.toContain(old.secret.slice(0, 16));
    await section.getByLabel(/Name, id/).fill('nobody');
    await page.keyboard.press('Enter');
    await section.getByText('No account has “nobody” in its name').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await close();
  });
});
