import { operationTable } from '@domesday/contract';
import { expect, it } from 'vitest';
import { requestCheck } from './check-request.ts';
import type { ApiError } from './errors.ts';
import { requestSchemaOf } from './operation-schema.ts';

const lists = operationTable.flatMap((entry) =>
  requestSchemaOf(entry).parameters.flatMap(({ name, schema }) =>
    schema?.type === 'array' && schema.items?.enum ? [{ entry, name, allowed: schema.items.enum }] : [],
  ),
);

it('names the parameter and the value where a list in an address holds one that is not allowed', async () => {
  expect(lists.length).toBeGreaterThan(5);
  for (const { entry, name, allowed } of lists) {
    const path = Object.fromEntries(
      requestSchemaOf(entry).parameters.flatMap((one) => (one.in === 'path' ? [[one.name, '1']] : [])),
    );
    const search = new URLSearchParams({ [name]: 'made up,' });
    const refused = await requestCheck(entry)({ path, search, body: {} }).catch((error: ApiError) => error);
    const { details } = refused as ApiError;
    const told = details.filter(({ field }) => field?.startsWith(name));
    expect(told, `${entry.id} ${name}`).toEqual([
      { field: name, issue: `holds "made up", which must be one of ${allowed.join(', ')}` },
    ]);
  }
});
