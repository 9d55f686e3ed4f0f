import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

const HOME = '998000000005';
const SMALL = { width: 700, height: 500 };

describe.skipIf(missing)('the pages, where a fault or a gap is told,', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('tell the request id of a fault of the server, which its message speaks of, and announce the fault once', async () => {
    const { page, close } = await portal.visit('/addresses', { ...SMALL, quiet: false });
    await page
      .getByLabel('Or addresses')
      .fill('9 Quaxley Street, Xanbury, XE1 1AA\n400 Quaxley Street, XE1 1AA');
    const { db } = portal.database;
    await db.query(`alter table addresses rename to elsewhere;
      create view addresses as select * from elsewhere where 1 / (0 * length(address)) = 1`);
    await page.getByRole('button', { name: 'Find the homes' }).click();
    const link = page.getByRole('link', { name: /^Save as/ });
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const { body } = await portal.api.call(`/properties/${HOME}`);
    await db.query('drop view addresses; alter table elsewhere rename to addresses');
    const table = await readFile(await file.path(), 'utf8');
    expect(table.match(/The request id req_\w+ names it in the log/g)).toHaveLength(2);
    let count = 0;
    await page.route(/v1\/(risks|location|planning|rents)/, (route) => {
      const error = { ...body.error, request_id: `req_${++count}` };
      return route.fulfill({ status: 500, json: { error } });
    });
    await page.goto(`${portal.origin}/homes/${HOME}`);
    const told = page.getByText(/^The server failed to answer\. The request id req_\d names it/);
    await told.nth(3).waitFor();
    expect(new Set(await told.allTextContents()).size).toBe(4);
    expect(await page.locator('main [role=alert]').count()).toBe(1);
    await close();
  });
});
