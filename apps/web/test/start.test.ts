import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madeUpArchive } from './archive.ts';
import { faultsOf, missing, openPortal, overhang, type Portal, screen, shareOf } from './browser.ts';

/** Another tab of the same browser on the account page. */
async function secondTab(page: Page): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void open('/account'))]);
  await tab.locator('.keys-table').waitFor();
  return tab;
}

describe.skipIf(missing)('search and the base map in a browser', () => {
  let folder: string;
  let portal: Portal;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'domesday-base-map-'));
    const base_map = join(folder, 'base.pmtiles');
    await writeFile(
      base_map,
      madeUpArchive('national_parks', '© <a href="https://map.example">Made-up base</a>'),
    );
    portal = await openPortal({ base_map });
  });
  afterAll(async () => {
    await portal?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('completes an address while it is typed, sends one request per pause, and can be used by keyboard alone', async () => {
    const { page, complaints, close } = await portal.visit('/');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/addresses/search')) asked.push(request.url());
    });
    await page.keyboard.press('Tab');
    await page.getByRole('combobox').focus();
    // The clock of the page is simulated: a key is pressed every 50 ms of it, however slow the machine is.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1000);
    for (const key of '9 quaxley street') {
      await page.keyboard.type(key);
      await page.clock.runFor(50);
    }
    await page.clock.resume();
    await page.getByRole('option').first().waitFor();
    expect(asked).toHaveLength(1);
    expect(await page.getByRole('option').first().textContent()).toContain(
      '9 Quaxley Street, Xanbury, XE1 1AA',
    );
    await screen(page, 'start');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('option', { selected: true }).count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/homes/998000000005');
    expect(complaints).toEqual([]);
    await close();
  });

  it('shows the hits again after going back, without another search', async () => {
    const { page, close } = await portal.visit('/');
    await page.getByRole('combobox').fill('9 quaxley');
    await page.getByRole('option').first().waitFor();
    const hits = await page.getByRole('option').allTextContents();
    await page.getByRole('option').nth(1).click();
    await page.waitForURL('**/homes/*');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goBack({ waitUntil: 'networkidle' });
    expect(await page.getByRole('combobox').inputValue()).toBe('9 quaxley');
    expect(await page.getByRole('option').allTextContents()).toEqual(hits);
    expect(asked.filter((url) => url.includes('/addresses/search'))).toEqual([]);
    await page.getByRole('combobox').fill('11 quaxley');
    await page
      .getByRole('option', { name: /^11 Quaxley/ })
      .first()
      .waitFor();
    await close();
  });

  it('marks the hit that the arrow keys have reached, even in forced colours, and closes the hits once the box loses the focus', async () => {
    const { page, close } = await portal.visit(null, { width: 640, height: 360 });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto(portal.origin);
    await page.getByRole('combobox').fill('quaxley street');
    await page.getByRole('option').first().waitFor();
    const last = page.getByRole('option').last();
    await page.keyboard.press('ArrowUp');
    expect(await last.getAttribute('aria-selected')).toBe('true');
    const seen = await last.evaluate((option) => {
      const { x, y, width, height } = option.getBoundingClientRect();
      const ground = (element: Element): string => {
        const { backgroundColor } = getComputedStyle(element);
        return backgroundColor === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement!) : backgroundColor;
      };
      const on_top = document.elementFromPoint(x + width / 2, y + height / 2);
      return [option.contains(on_top), ground(option) !== ground(option.previousElementSibling!)];
    });
    expect(seen).toEqual([true, true]);
    await page.keyboard.press('Tab');
    expect(
      await page.getByRole('link', { name: '9 Quaxley Street' }).evaluate((a) => a.matches(':focus')),
    ).toBe(true);
    expect(await page.getByRole('listbox').count()).toBe(0);
    await page.keyboard.press('Shift+Tab');
    expect(await last.isVisible()).toBe(true);
    await page.emulateMedia({ forcedColors: null });
    await close();
  });

  it('reopens hits that Escape closed with an arrow key or Enter, and opens no hit that is not visible', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    const box = page.getByRole('combobox');
    await box.fill('9 quaxley street');
    await page.getByRole('option').first().waitFor();
    for (const key of ['ArrowDown', 'Enter']) {
      await box.press('Escape');
      expect(await page.getByRole('listbox').count()).toBe(0);
      await box.press(key);
      await page.getByRole('option').first().waitFor();
    }
    expect(new URL(page.url()).pathname).toBe('/');
    await close();
  });

  it('acts on an Enter that was pressed before the hits arrive, and searches again at Enter after a failure', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    let release = (): void => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let asked = 0;
    await page.route('**/addresses/search*', async (route) => {
      asked++;
      await held;
      await route.continue();
    });
    await page.getByRole('combobox').fill('9 quaxley street');
    await page.keyboard.press('Enter');
    await page.getByText('Searching …').waitFor();
    release();
    await page.waitForURL('**/homes/998000000005');
    expect(asked).toBe(1);
    await page.goBack({ waitUntil: 'networkidle' });
    expect(await page.getByRole('option').first().textContent()).toContain('9 Quaxley Street');
    await page.unroute('**/addresses/search*');
    await page.route('**/addresses/search*', (route) => route.abort());
    await page.getByRole('combobox').fill('11 quaxley street');
    await page.getByText('The server cannot be reached').waitFor();
    await page.unroute('**/addresses/search*');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/homes/*');
    await page.getByRole('heading', { name: /^11 Quaxley Street/ }).waitFor();
    await close();
  });

  it('does not retry a rate-limited search once a newer one has replaced it', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    const asked: (string | null)[] = [];
    await page.route('**/addresses/search*', (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('q'));
      const limited = { status: 429, headers: { 'retry-after': '1' }, body: '{}' };
      return asked.length === 1 ? route.fulfill(limited) : route.continue();
    });
    const first = page.waitForResponse(/addresses.search/);
    await page.getByRole('combobox').fill('zzyzx');
    await first;
    await page.getByRole('combobox').fill('9 quaxley');
    await page.getByRole('option').first().waitFor();
    await page.waitForTimeout(1100);
    expect(asked).toEqual(['zzyzx', '9 quaxley']);
    expect(await page.getByRole('option').count()).toBeGreaterThan(0);
    await close();
  });

  it('opens the address that is typed when Enter is pressed, not a hit for the earlier text', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    const box = page.getByRole('combobox');
    await box.fill('9 quaxley street');
    await page.getByRole('option').first().waitFor();
    await box.evaluate(async (input: HTMLInputElement) => {
      input.value = '11 quaxley street';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await Promise.resolve().then(() => {});
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    await page.waitForURL('**/homes/*');
    await expect.poll(() => page.getByRole('heading', { name: /^11 Quaxley Street/ }).isVisible()).toBe(true);
    await close();
  });

  it('does not treat a server without an answer as a missing key or an ended session', async () => {
    const { page, close } = await portal.visit(null);
    const error = { code: 'unavailable', message: 'The database is away.', status: 503, details: [] };
    await page.route('**/portal/session', (route) => route.fulfill({ status: 503, json: { error } }));
    await page.goto(`${portal.origin}/homes/998000000005`);
    await page.getByText('The database is away.').waitFor();
    expect(await page.getByLabel('API key').count()).toBe(0);
    expect(await page.getByText('Sign in with a key').count()).toBe(0);
    await page.unroute('**/portal/session');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: /^9 Quaxley Street/ }).waitFor();
    let limited = 0;
    await page.route('**/portal/session', (route) =>
      limited++ === 0 ? route.fulfill({ status: 429, headers: { 'retry-after': '1' } }) : route.continue(),
    );
    await page.reload();
    await page.getByRole('heading', { name: /^9 Quaxley Street/ }).waitFor();
    expect(limited).toBe(2);
    await page.route('**/portal/session', (route) => route.abort());
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByRole('alert').getByText('You are still signed in').waitFor();
    await page.unroute('**/portal/session');
    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await close();
  });

  it('charges a search as the API does, and shows the charge', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit('/', { key: secret, quiet: false });
    await page.getByRole('combobox').fill('9 quaxley');
    await page.getByRole('option').first().waitFor();
    expect(await page.locator('.session').textContent()).toContain('This page: 1 credit');
    expect(await page.locator('.session').textContent()).toContain('99 left this month');
    await close();
  });

  it('shows the charge of an answer that breaks off, and the credits left after a refused one', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit('/homes/998000000005', { key: secret, quiet: false });
    await page.getByText('96 left this month').waitFor();
    // The headers arrive, and then nothing more.
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = async (...asked) => {
        const answer = await fetch(...asked);
        if (!String(asked[0]).includes('/risks/')) return answer;
        const broken = new ReadableStream({ pull: (to) => to.error(new TypeError('network error')) });
        return new Response(broken, answer);
      };
    });
    const risks = page.locator('.asked-risks');
    await risks.getByRole('button').click();
    await risks.getByRole('alert').getByText('The answer broke off before its end.').waitFor();
    await page.getByText('88 left this month').waitFor();
    await page.getByText('This page: 12 credits').waitFor();
    const error = { code: 'credits_exhausted', message: 'They are used up.', status: 402, details: [] };
    const headers = { 'x-credits-remaining': '0', 'x-credits-charged': '0' };
    await page.route(/location.schools/, (route) => route.fulfill({ status: 402, headers, json: { error } }));
    await page.locator('.asked-schools').getByRole('button').click();
    await page.getByText('They are used up.').waitFor();
    await expect
      .poll(() => page.locator('.session', { hasText: /12 credits\D*0 left/ }).isVisible())
      .toBe(true);
    await close();
  });

  it('shows the credits spent and left on a page that the browser translates', async () => {
    const { secret } = await portal.api.newKey();
    const { page, complaints, close } = await portal.visit('/', { key: secret, quiet: false });
    const box = page.getByRole('combobox');
    await box.waitFor();
    for (const number of [1, 2]) {
      await page.evaluate(translate);
      await box.fill(`${number + 8} Quaxley Street`);
      await page.getByText(new RegExp(`found · ${number} credits? so far`)).waitFor();
      await page.locator('.session', { hasText: new RegExp(`^This page: ?${number} credit`) }).waitFor();
    }
    expect(complaints).toEqual([]);
    await close();
  });

  it('pays once for a home after a reload or going back, and again once other data are served', async () => {
    const { secret } = await portal.api.newKey();
    const { page, close } = await portal.visit(null, { key: secret });
    const paid = (credits: number) =>
      expect.poll(() => page.getByText(`This page: ${credits} credits`).isVisible()).toBe(true);
    const go = (path: string) => page.goto(portal.origin + path, { waitUntil: 'domcontentloaded' });
    await go('/homes/998000000005');
    await paid(4);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await page.locator('.value').waitFor();
    await paid(0);
    await go('/data');
    await page.goBack({ waitUntil: 'domcontentloaded' });
    await page.locator('.value').waitFor();
    await paid(0);
    await page.route('**/portal/session', async (route) => {
      const session = await (await route.fetch()).json();
      await route.fulfill({ json: { ...session, generation: 'another' } });
    });
    await page.reload({ waitUntil: 'domcontentloaded' });
    await paid(4);
    await close();
  });

  it('offers a typed outcode or UPRN without an address search', async () => {
    const { page, close } = await portal.visit('/', { quiet: false });
    await page.getByRole('combobox').fill('XE1');
    await page.getByRole('option', { name: /XE1.*area/ }).waitFor();
    // No search is sent for a UPRN, since addresses do not contain UPRNs.
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.waitForLoadState('networkidle');
    asked.length = 0;
    for (const typed of ['uprn no', '998000000005', 'UPRN no. 998 000 000 005']) {
      await page.getByRole('combobox').fill(typed);
      if (/\d/.test(typed)) await page.getByRole('option', { name: /UPRN 998000000005/ }).waitFor();
      await page.waitForTimeout(500);
      expect(await page.locator('.said').textContent()).toBe('');
      expect(asked).toEqual([]);
    }
    await page.getByRole('combobox').fill('1775');
    await page.getByRole('option', { name: /UPRN 1775/ }).waitFor();
    await close();
  });

  it('asks a visitor without a key for one, and accepts it', async () => {
    const { page, close } = await portal.visit('/', { key: null, quiet: false });
    await page.getByLabel('API key').fill('nonsense');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not a key of this service').waitFor();
    expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('API key').fill(portal.api.testKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('combobox').waitFor();
    expect(await page.evaluate(() => `${document.cookie}${JSON.stringify(localStorage)}`)).toBe('{}');
    await close();
  });

  it('hides the pages of an ended session, in other tabs and after going back', async () => {
    const { page, close } = await portal.visit('/account');
    const [tab, kept] = [await secondTab(page), await secondTab(page)];
    // A page in the back/forward cache receives no events until it is shown again.
    await kept.evaluate(() => {
      Object.assign(window, { getItem: Storage.prototype.getItem });
      Storage.prototype.getItem = () => null;
    });
    await page.getByRole('link', { name: 'Sign out' }).click();
    await tab.getByLabel('API key').waitFor();
    expect(await kept.locator('.keys-table').isVisible()).toBe(true);
    await kept.evaluate(() => {
      Storage.prototype.getItem = Reflect.get(window, 'getItem');
      dispatchEvent(new Event('pageshow'));
    });
    await kept.getByLabel('API key').waitFor();
    for (const other of [tab, kept]) await other.close();
    await close();
  });

  it("draws the map on the operator's base map, in ranges from this server, with its attribution", async () => {
    const statuses: number[] = [];
    const { page, complaints, close } = await portal.visit(null, { width: 700, height: 500 });
    page.on('response', (response) => {
      if (response.url().includes('/portal/base-map')) statuses.push(response.status());
    });
    await page.goto(`${portal.origin}/map#8/55.5/-2.2`);
    await page.locator('.map[data-drawn="true"]').waitFor();
    // In the archive the whole world is one park.
    expect(await shareOf(page, '.map', '#dfe9d5')).toBeGreaterThan(0.8);
    expect(await page.getByRole('link', { name: 'Made-up base' }).isVisible()).toBe(true);
    expect(await page.getByText('Outlines: Natural Earth').isVisible()).toBe(true);
    expect(new Set(statuses)).toEqual(new Set([206]));
    expect(complaints).toEqual([]);
    await close();
  });

  it.each(['/', '/docs/guides/none'])(
    'has no accessibility faults on %s, with and without a key',
    async (path) => {
      for (const key of [undefined, null]) {
        const { page, close } = await portal.visit(path, { width: 320, height: 740, dark: true, key });
        expect(await faultsOf(page)).toEqual([]);
        expect(await overhang(page)).toBeLessThanOrEqual(0);
        await close();
      }
    },
  );
});

/** Replaces each text by two elements, as Chromium's translator does. */
function translate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    if (!text.data.trim() || text.parentElement!.closest('script, font, [translate=no]')) continue;
    const outer = document.createElement('font');
    outer.appendChild(document.createElement('font')).append(text.data);
    text.replaceWith(outer);
  }
}
