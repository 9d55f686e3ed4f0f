import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as errors from '../src/errors.ts';

const { build } = createRequire(createRequire(import.meta.url).resolve('tsup'))('esbuild');

it('an error of another copy of the package, with names that a bundler has shortened, has the same class and name', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../src/errors.ts')],
    ...{ bundle: true, minify: true, format: 'esm', write: false },
  });
  const other: typeof errors = await import(
    `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
  );
  expect(other.NotFoundError).not.toBe(errors.NotFoundError);
  const error = other.errorOf(new Response(null, { status: 404 }), undefined);
  expect(error.name).toBe('NotFoundError');
  const of = Object.values(errors).filter((Class) => Class !== errors.errorOf && error instanceof Class);
  expect(of).toEqual([errors.DomesdayError, errors.NotFoundError]);
  class Narrower extends errors.NotFoundError {}
  expect([error, null, 'text', {}, new Error('no')].some((one) => one instanceof Narrower)).toBe(false);
  expect(new Narrower('', { code: 'timeout', status: null })).toBeInstanceOf(Narrower);
});
