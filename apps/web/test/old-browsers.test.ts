import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxSamples } from '@domesday/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missing, openPortal, type Portal } from './browser.ts';

const { house } = sandboxSamples();
const assets = join(import.meta.dirname, '../dist/assets');

/** Features that Safari 16.0 or Firefox 115 lacks, by the object that has them. */
const LACKING: Record<string, string[]> = {
  Array: ['fromAsync'],
  AbortSignal: ['any'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  URL: ['canParse', 'parse'],
  'Blob.prototype': ['bytes'],
  'CSSStyleDeclaration.prototype': ['fieldSizing'],
  'Element.prototype': ['checkVisibility'],
  'HTMLElement.prototype': ['showPopover', 'hidePopover', 'togglePopover'],
  'Iterator.prototype': ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some'],
  'ReadableStream.prototype': ['values'],
  'Response.prototype': ['bytes'],
  'Set.prototype': ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  'URLSearchParams.prototype': ['size'],
};

describe.skipIf(missing)('a browser of the year 2022', () => {
  let portal: Portal;
  beforeAll(async () => {
    portal = await openPortal();
  });
  afterAll(() => portal?.close());

  it('shows every page and sends every input of a form, although it lacks newer features', async () => {
    const { page, complaints, close } = await portal.visit(null);
    await page.addInitScript((lacking) => {
      const at = (path: string) =>
        path
          .split('.')
          .reduce<unknown>((of, name) => (of as Record<string, unknown> | undefined)?.[name], globalThis);
      for (const [path, names] of Object.entries(lacking))
        for (const name of names) delete (at(path) as Record<string, unknown> | undefined)?.[name];
    }, LACKING);
    for (const path of ['/', `/homes/${house.uprn}`, '/areas/XE1', '/map', '/data', '/account', '/addresses'])
      await page.goto(portal.origin + path, { waitUntil: 'networkidle' });
    await page.goto(`${portal.origin}/docs/reference/prices.market`);
    await page.getByLabel('outcode', { exact: true }).waitFor();
    expect(await page.evaluate(() => 'size' in new URLSearchParams())).toBe(false);
    const asked = page.waitForRequest('**/v1/prices/market*');
    await page.getByRole('button', { name: 'Send' }).click();
    expect(new URL((await asked).url()).searchParams.get('outcode')).not.toBeNull();
    await page.locator('pre[data-status="200"]').waitFor();
    expect(complaints).toEqual([]);
    await close();
  });
});

describe.skipIf(missing)('the scripts of the portal', () => {
  it('contain no lookbehind expression, which Safari refuses before 16.4', () => {
    const scripts = readdirSync(assets).filter((name) => /\.m?js$/.test(name));
    expect(scripts.length).toBeGreaterThan(20);
    const behind = scripts.filter((name) => /\(\?<[!=]/.test(readFileSync(join(assets, name), 'utf8')));
    expect(behind).toEqual([]);
  });
});
