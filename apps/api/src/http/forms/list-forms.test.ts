import { operationTable } from '@domesday/testing';
import { expect, it } from 'vitest';
import { fileOf } from './list-forms.ts';

const operation = operationTable.find(({ id }) => id === 'planning.applications')!;

async function warningsOf(count: number) {
  const warnings = Array.from({ length: count }, (_, i) => ({
    code: `made_up_${i}`,
    field: null,
    message: 'Made up, with an accent: é. '.repeat(4),
  }));
  const answer = {
    applications: [],
    count: 0,
    total: 0,
    next_cursor: null,
    meta: { licences: [], warnings },
  };
  const { headers } = await fileOf(operation, { format: 'csv' }, answer, 0);
  return { warnings, header: headers['X-Warnings']! };
}

it('the header of a file contains few warnings in full, and many as codes only, so that no proxy refuses it', async () => {
  const few = await warningsOf(3);
  expect(JSON.parse(few.header)).toEqual(few.warnings);
  const many = await warningsOf(30);
  expect(JSON.parse(many.header)).toEqual(many.warnings.map(({ code, field }) => ({ code, field })));
  expect(many.header.length).toBeLessThan(4096);
});
