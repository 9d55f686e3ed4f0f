import { readFile } from 'node:fs/promises';
import { operationTable } from '@domesday/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, missing, openPortal, overhang, type Portal, screen } from './browser.ts';

describe.skipIf(missing)('the documentation in a browser', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  const beside = [
    'batch.run',
    'jobs.create',
    'jobs.list',
    'properties.within',
    'changes.list',
    'webhooks.list',
  ];
  const operations = [...new Set(operationTable.map((entry) => entry.id)), ...beside];
  it.each(operations)('gets an answer of 200 if the form of %s is sent unchanged', async (id) => {
    const { page, complaints, close } = await portal.visit(`/docs/reference/${id}`, { quiet: false });
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('pre[data-status]');
    await answer.waitFor();
    expect(await answer.getAttribute('data-status'), (await answer.textContent()) ?? '').toBe('200');
    expect(complaints).toEqual([]);
    await close();
  });

  it('scrolls to the heading of a guide that a link or the docs_url of an error names', async () => {
    for (const place of ['errors#unavailable', 'agents#hosted-clients']) {
      const { page, close } = await portal.visit(`/docs/guides/${place}`);
      const heading = page.locator(`#${place.split('#')[1]}`);
      await heading.waitFor({ state: 'attached' });
      expect(await heading.evaluate((e) => e.getBoundingClientRect().top < innerHeight && scrollY > 0)).toBe(
        true,
      );
      await close();
    }
  });

  it('lists the fields of an answer by their full paths', async () => {
    const { page, close } = await portal.visit('/docs/reference/location.profile', { quiet: false });
    const row = page.locator('.fields-table tr', { hasText: 'sections.crime.geography.codes' });
    await row.waitFor();
    expect(await row.locator('td').allTextContents()).toEqual([
      'sections.crime.geography.codes',
      'list of string',
      'Their codes, at most 20.',
    ]);
    const paths = await page.locator('.fields-table td:first-child').allTextContents();
    expect(paths.at(-1)).toBe('meta');
    expect(new Set(paths).size).toBe(paths.length);
    await close();
  });

  it('sends only the inputs that are filled', async () => {
    const { page, close } = await portal.visit('/docs/reference/prices.market', { quiet: false });
    const asked = page.waitForRequest(/\/v1\/prices\/market/);
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    expect(new URL((await asked).url()).search).toBe('?outcode=XE1');
    await page.locator('pre[data-status]').waitFor();
    // The button lost the focus while it was disabled.
    await page.locator('button:focus', { hasText: 'Send' }).waitFor();
    await close();
  });

  it('keeps the inputs of a form if the session ends, until the form is sent or the user signs out', async () => {
    const { page, close } = await portal.visit('/docs/reference/prices.market', { quiet: false });
    const outcode = page.getByLabel('outcode', { exact: true });
    const send = page.getByRole('button', { name: 'Send' });
    const again = async () => {
      await page.reload();
      await page.getByLabel('API key').fill(portal.api.testKey);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await outcode.waitFor();
    };
    await outcode.fill('XE2');
    await page.context().clearCookies();
    await send.click();
    await page.getByText('What you typed stays.').waitFor();
    await again();
    expect(await outcode.inputValue()).toBe('XE2');
    await send.click();
    await page.locator('pre[data-status="200"]').waitFor();
    await page.reload();
    expect(await outcode.inputValue()).toBe('XE1');
    await outcode.fill('XE3');
    await page.context().clearCookies();
    await send.click();
    await page.getByText('What you typed stays.').waitFor();
    await again();
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.goto(`${portal.origin}/docs/reference/prices.market`);
    await again();
    expect(await outcode.inputValue()).toBe('XE1');
    await close();
  });

  it('shows the reason of a refusal at the input that caused it', async () => {
    const { page, close } = await portal.visit('/docs/reference/prices.market', { quiet: false });
    await page.getByText(/^More inputs/).click();
    await page.getByLabel('months', { exact: true }).fill('none');
    await page.getByText(/^More inputs/).click();
    await page.getByRole('button', { name: 'Send' }).click();
    const wrong = page.locator('input[aria-invalid="true"]');
    await wrong.waitFor();
    expect(await wrong.getAttribute('name')).toBe('months');
    const note = page.locator(`#${await wrong.getAttribute('aria-describedby')} strong`);
    expect(await note.textContent()).not.toBe('');
    await close();
  });

  it('sends and charges a call once if Enter is held down, and shows the credits left', async () => {
    const { secret } = await portal.api.newKey();
    const where = '/docs/reference/addresses.match';
    const { page, close } = await portal.visit(where, { key: secret, quiet: false });
    let calls = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/v1/addresses/match')) calls++;
    });
    await page.getByLabel('postcode').focus();
    await page.keyboard.down('Enter');
    await page.locator('pre[data-status]').waitFor();
    for (let repeats = 0; repeats < 5; repeats++) {
      await page.locator('button:enabled', { hasText: 'Send' }).waitFor();
      await page.keyboard.down('Enter');
    }
    await page.keyboard.up('Enter');
    await page.getByText('99 left this month').waitFor();
    expect(await page.locator('.session').textContent()).toContain('This page: 1 credit');
    expect(calls).toBe(1);
    await close();
  });

  it('charges a repeated call again only if the earlier answer arrived', async () => {
    const { secret } = await portal.api.newKey();
    const where = '/docs/reference/addresses.match';
    const { page, close } = await portal.visit(where, { key: secret, quiet: false });
    let calls = 0;
    await page.route('**/v1/addresses/match', async (route) => {
      const response = await route.fetch();
      await (calls++ === 0 ? route.abort() : route.fulfill({ response }));
    });
    const send = page.getByRole('button', { name: 'Send' });
    await send.click();
    await page.getByText('The server cannot be reached.').waitFor();
    await send.click();
    await page.getByText('99 left this month').waitFor();
    await send.click();
    await page.getByText('98 left this month').waitFor();
    expect(calls).toBe(3);
    await close();
  });

  it('offers an answer that is a file as a download, by keyboard alone, and does not show its bytes as text', async () => {
    const { page, complaints, close } = await portal.visit('/docs/reference/listings.search', {
      quiet: false,
    });
    await page.getByText(/^More inputs/).press('Enter');
    await page.getByLabel('format').selectOption('parquet');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    const link = page.getByRole('link', { name: 'Save as listings.search.parquet' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
    expect(download.suggestedFilename()).toBe('listings.search.parquet');
    expect((await readFile(await download.path())).subarray(0, 4).toString()).toBe('PAR1');
    expect(await page.locator('pre[data-status]').textContent()).not.toContain('PAR1');
    await page.getByLabel('format').selectOption('csv');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    const csv = page.getByRole('link', { name: 'Save as listings.search.csv' });
    const [table] = await Promise.all([page.waitForEvent('download'), csv.press('Enter')]);
    // Excel reads a CSV as UTF-8 only with this mark.
    expect(await readFile(await table.path(), 'utf8')).toMatch(/^\uFEFFid,/);
    expect(await page.locator('pre[data-status]').textContent()).toMatch(/^id,/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('copies a call even if the browser gives the page no clipboard, as over plain http', async () => {
    const { page, close } = await portal.visit('/docs/reference/prices.market', { quiet: false });
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: /^Copied$|^Selected: press/ }).waitFor();
    expect(await page.evaluate(() => String(getSelection()))).toContain('curl');
    await close();
  });

  it('writes the same call in curl, TypeScript and Python', async () => {
    const { page, close } = await portal.visit('/docs/reference/prices.market', { quiet: false });
    await page.getByLabel('outcode').fill('XE2');
    const text = page.locator('.snippet');
    expect(await text.textContent()).toContain('/v1/prices/market?outcode=XE2"');
    await page.getByRole('button', { name: 'TypeScript' }).click();
    expect(await text.textContent()).toContain('client.prices.market({\n  outcode: "XE2"\n})');
    await page.getByRole('button', { name: 'Python' }).click();
    expect(await text.textContent()).toContain('"outcode": "XE2"');
    await close();
  });

  it.each([
    ['/docs', 'docs'],
    ['/docs/reference/prices.market', 'docs-operation'],
    ['/docs/guides/first-call', 'docs-guide'],
    ['/v1/docs', null],
  ])('has no accessibility faults on %s, whether wide and light or narrow and dark', async (path, name) => {
    const wide = await portal.visit(path);
    if (name) await screen(wide.page, name);
    expect(await faultsOf(wide.page)).toEqual([]);
    await wide.close();
    const narrow = await portal.visit(path, { width: 320, height: 740, dark: true });
    expect(await faultsOf(narrow.page)).toEqual([]);
    expect(await overhang(narrow.page)).toBeLessThanOrEqual(0);
    expect([...wide.complaints, ...narrow.complaints]).toEqual([]);
    await narrow.close();
  });

  it('asks a visitor without a key for one', async () => {
    const { page, close } = await portal.visit('/docs/reference/prices.market', { key: null });
    expect(await page.getByLabel('API key').isVisible()).toBe(true);
    await close();
  });
});
