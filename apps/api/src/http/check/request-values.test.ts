import { operationTable } from '@domesday/contract';
import { expect, it } from 'vitest';
import { requestCheck } from './check-request.ts';
import { requestSchemaOf } from './operation-schema.ts';
import { readQuery } from './request-values.ts';

const lists = operationTable.flatMap((entry) => {
  const schema = requestSchemaOf(entry);
  return schema.parameters
    .filter((one) => one.in === 'query' && one.schema?.type === 'array')
    .map((parameter) => ({ id: entry.id, name: parameter.name, parameter, schema }));
});

it.each(lists.filter(({ parameter }) => !parameter.schema?.minItems))(
  'treats an empty list of $name in $id as not given, as the contract allows',
  ({ name, schema }) => {
    for (const empty of ['', ',', ' , '])
      expect(readQuery(new URLSearchParams({ [name]: empty }), schema)).toEqual({});
    expect(readQuery(new URLSearchParams({ [name]: 'a' }), schema)).toEqual({ [name]: ['a'] });
  },
);

it('refuses an empty list if its values set the price of a call', async () => {
  const priced = operationTable.flatMap((entry) =>
    entry.credits_per ? [{ entry, name: entry.credits_per.parameter }] : [],
  );
  expect(priced).not.toEqual([]);
  for (const { entry, name } of priced)
    for (const empty of ['', ',', ' , ']) {
      const search = new URLSearchParams({ [name]: empty });
      const raw = { path: { uprn: '998000000005' }, search, body: undefined };
      await expect(requestCheck(entry)(raw), `${entry.id} ${search}`).rejects.toMatchObject({
        code: 'invalid_parameter',
        details: [{ field: name, issue: expect.stringMatching(/^must hold 1 to /) }],
      });
    }
});
