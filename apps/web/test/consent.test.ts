import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorization, openScene, REDIRECT, registered, type Scene } from '../../mcp/test/hosted-client.ts';
import { faultsOf, missing, noChromium, PATH } from './browser.ts';

describe.skipIf(noChromium !== null)('the consent page for a hosted client', () => {
  let scene: Scene;
  let browser: Browser;
  beforeAll(async () => {
    [scene, browser] = await Promise.all([
      openScene(),
      chromium.launch({ executablePath: PATH, args: ['--no-sandbox'] }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await scene?.close();
  });

  it.each(['light', 'dark'] as const)(
    'has no faults that axe finds, and leads a user back to the client: %s',
    async (colorScheme) => {
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(await authorization(scene));
      expect(await page.title()).toBe('Let by hand use your account? – Domesday');
      await page.getByLabel('Your API key').fill('something');
      await page.getByRole('button', { name: 'Allow' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('not a key of this service');
      expect(await faultsOf(page)).toEqual([]);
      await page.getByLabel('Your API key').fill(`Bearer ${scene.key}`);
      // Nothing listens at the client's address; only the redirect is examined.
      const sent = page.waitForRequest((request) =>
        request.url().startsWith('http://127.0.0.1:49152/callback'),
      );
      await page.getByRole('button', { name: 'Allow' }).click();
      expect(new URL((await sent).url()).searchParams.get('code')).toBeTruthy();
      expect(complaints.filter((line) => /Content.Security/i.test(line))).toEqual([]);
      await context.close();
    },
  );

  it('makes one key and sends one answer if Allow is pressed again before the browser has left', async () => {
    const before = (await scene.keys()).length;
    const slow = createServer((_request, response) => setTimeout(() => response.end('signed in'), 1500));
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const redirect_uri = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/callback`;
    const { body } = await registered(scene, { client_name: 'slow', redirect_uris: [redirect_uri] });
    const page = await browser.newPage();
    await page.goto(await authorization(scene, { client_id: String(body.client_id), redirect_uri }));
    const answers: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && answers.push(request.url()));
    const left = new Promise((resolve) => slow.once('request', resolve));
    await page.getByLabel('Your API key').fill(scene.key);
    const { x, y } = (await page.getByRole('button', { name: 'Allow' }).boundingBox())!;
    await page.mouse.click(x + 9, y + 9);
    await left;
    await page.mouse.click(x + 9, y + 9);
    await page.getByText('signed in').waitFor();
    expect(answers).toHaveLength(1);
    expect(await scene.keys()).toHaveLength(before + 1);
    await page.close();
    slow.close();
  });

  it.skipIf(missing !== null)(
    'lets a password manager fill in the key, as the sign-in page does',
    async () => {
      const page = await browser.newPage();
      for (const address of [await authorization(scene), `${scene.hosted.origin}/account`]) {
        await page.goto(address);
        const field = page.getByLabel('API key');
        expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')], address).toEqual(
          ['password', 'current-password'],
        );
        expect(await field.evaluate((one: HTMLInputElement) => one.form?.autocomplete)).not.toBe('off');
      }
      await page.close();
    },
  );

  it('fits a narrow screen if the name of the client is one long word', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 600 } });
    const { body } = await registered(scene, { client_name: 'W'.repeat(300), redirect_uris: [REDIRECT] });
    await page.goto(await authorization(scene, { client_id: String(body.client_id) }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.close();
  });
});
