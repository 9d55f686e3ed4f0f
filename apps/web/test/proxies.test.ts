import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

const LOGIN = '<html>\n<body>Log in to the network</body></html>\n';

describe.skipIf(missing)('if a proxy answers with its own page', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it.each<[path: string, ask: (page: Page) => Promise<void>]>([
    [
      '/addresses',
      async (page) => {
        await page.getByLabel('Or addresses').fill('9 Quaxley Street, XE1 1AA');
        await page.getByRole('button', { name: 'Find the homes' }).click();
      },
    ],
    ['/account', (page) => page.getByRole('button', { name: 'Save as CSV' }).click()],
    ['/docs/reference/prices.market', (page) => page.getByRole('button', { name: 'Send' }).click()],
  ])('%s says so, and neither shows nor saves that page as an answer', async (path, ask) => {
    const { page, complaints, close } = await portal.visit(path);
    const files: string[] = [];
    page.on('download', (file) => files.push(file.suggestedFilename()));
    await page.route(/\/(v1|portal)\/(batch|usage|prices)/, (route) =>
      route.fulfill({ contentType: 'text/html', body: LOGIN }),
    );
    await ask(page);
    await page.getByText('A proxy in front of the server answered with status 200.').waitFor();
    expect(await page.getByText('Log in to the network').count()).toBe(0);
    expect(files).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
