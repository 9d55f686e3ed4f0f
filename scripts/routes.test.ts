import { expect, it } from 'vitest';
import { madeUpContract } from './lib/made-up-contract.ts';
import { routeFiles } from './routes.ts';

it('imports the handler of every operation once, with a static import', () => {
  const [file] = routeFiles(madeUpContract());
  expect(file!.path).toBe('apps/api/src/generated/routes.ts');
  expect(file!.text.match(/^import \{.*$/gm)).toEqual([
    "import { search as boatsSearch } from '../domains/boats/search.ts';",
    "import { get as boatsGet } from '../domains/boats/get.ts';",
    "import { inArea as boatsInArea } from '../domains/boats/in-area.ts';",
    "import { get as tidesGet } from '../domains/tides/get.ts';",
  ]);
  expect(file!.text).toContain("  'boats.in_area': boatsInArea,");
});
