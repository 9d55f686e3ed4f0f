import { expect, it } from 'vitest';
import { madeUpContract } from './lib/made-up-contract.ts';
import { sdkFiles } from './sdk.ts';

const [file, described] = sdkFiles(madeUpContract());

it('writes one namespace for each domain and one method for each action, in the order of the contract', () => {
  expect(file!.path).toBe('packages/sdk/src/generated/operations.ts');
  const methods = [...file!.text.matchAll(/^ {2}const (\w+) = \{|^ {4}(\w+): method</gm)].map(
    (m) => m[1] ?? m[2],
  );
  expect(methods).toEqual(['boats', 'search', 'get', 'inArea', 'tides', 'get']);
  expect(file!.text).toContain('return { boats, tides };');
});

it('states the price of each method', () => {
  expect(file!.text).toContain('/** Do boats.search. Costs 1 credit for each of the kinds, 2 at most. */');
  expect(file!.text).toContain('/** Do boats.get. Costs 1 credit. */');
  expect(file!.text).toContain('/** Do tides.get. Free. */');
  expect(described!.text).toContain(
    "  'boats.get': {\n    /** Do boats.get. Costs 1 credit. */\n    (...given: ",
  );
});

it('puts each argument in its place, and uses the POST form if an operation has both', () => {
  expect(file!.text).toContain(
    `(client, (query, init) => http.GET('/boats', { ...init, params: { query }, parseAs: readAs(query.format) })),`,
  );
  expect(file!.text).toContain(
    `({ number, ...query }, init) => http.GET('/boats/{number}', { ...init, params: { path: { number: segment('number', number) } } })`,
  );
  expect(file!.text).toContain(`(body, init) => http.POST('/boats/in-area', { ...init, body })),`);
  expect(file!.text.match(/inArea/g)).toHaveLength(1);
  expect(file!.text).toContain(
    `get: method<'tides.get'>(client, (_, init) => http.GET('/tides', { ...init })),`,
  );
});
