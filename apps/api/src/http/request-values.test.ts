import { operationTable } from '@domesday/contract';
import { expect, it } from 'vitest';
import { requestSchemaOf } from './operation-schema.ts';
import { readQuery } from './request-values.ts';

const lists = operationTable.flatMap((entry) => {
  const schema = requestSchemaOf(entry);
  return schema.parameters
    .filter((one) => one.in === 'query' && one.schema?.type === 'array')
    .map((parameter) => ({ id: entry.id, name: parameter.name, parameter, schema }));
});

it.each(lists)(
  'takes an empty list of $name in $id as none, as the contract lets it',
  ({ name, parameter, schema }) => {
    for (const empty of ['', ',', ' , '])
      expect(readQuery(new URLSearchParams({ [name]: empty }), schema)).toEqual({});
    expect(readQuery(new URLSearchParams({ [name]: 'a' }), schema)).toEqual({ [name]: ['a'] });
    expect(parameter.schema?.minItems).toBe(undefined);
  },
);
