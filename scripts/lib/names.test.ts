import { expect, it } from 'vitest';
import { vagueNames } from './names.ts';

it('reports each file and export whose name does not say what it is', () => {
  const text =
    'export interface Held {}\nexport const around = 1;\nexport function eachOnce() {}\nconst odd = 2;\n';
  expect(vagueNames('apps/api/src/http/kept.test.ts', text)).toEqual([
    'apps/api/src/http/kept.test.ts: the file name "kept" does not say what it is; use: cache, stored',
    'apps/api/src/http/kept.test.ts: the exported name "Held" does not say what it is; use: cached, locked',
    'apps/api/src/http/kept.test.ts: the exported name "around" does not say what it is; use: search area, nearby',
    'apps/api/src/http/kept.test.ts: the exported name "eachOnce" does not say what it is; use: unique',
  ]);
  expect(vagueNames('apps/api/src/http/meta/release-cache.ts', 'export const walkMinutes = 1;')).toEqual([]);
});
