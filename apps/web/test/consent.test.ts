import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorization, openScene, type Scene } from '../../mcp/test/hosted-client.ts';
import { faultsOf, noChromium, PATH } from './browser.ts';

describe.skipIf(noChromium !== null)('the page on which a hosted client is let in', () => {
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
    'is free of faults that axe finds, and works by hand: %s',
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
      // Nothing listens where the client would: the address is all that is wanted.
      const sent = page.waitForRequest((request) =>
        request.url().startsWith('http://127.0.0.1:49152/callback'),
      );
      await page.getByRole('button', { name: 'Allow' }).click();
      expect(new URL((await sent).url()).searchParams.get('code')).toBeTruthy();
      expect(complaints.filter((line) => /Content.Security/i.test(line))).toEqual([]);
      await context.close();
    },
  );
});
