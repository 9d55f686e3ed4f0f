import { expect, it } from 'vitest';
import { lackingParts } from './dataset-rules.ts';

const WHOLE = {
  id: 'boats',
  files: ['index.ts', 'source.ts'],
  source: {
    id: 'boats',
    licence: 'Made-up licence',
    attribution: 'Made up.',
    served: { table: 'boats', replaces: 'the same boats' },
    docs: { page: 'data', what: 'boats', layouts: 'a table', where: 'nowhere', real_file: 'no' },
  },
};

it('finds nothing to say of a dataset that has all its parts', () => {
  expect(lackingParts([WHOLE], [], new Set(['boats']))).toEqual([]);
});

it('names the docs row, the licence, the test and the sandbox writer that a new dataset lacks', () => {
  const bare = {
    ...WHOLE,
    source: { ...WHOLE.source, licence: '', docs: { ...WHOLE.source.docs, where: '' } },
  };
  expect(lackingParts([bare], ["load('trains', [])"], new Set())).toEqual([
    'packages/datasets/boats lacks a licence in source.ts',
    'packages/datasets/boats lacks its docs row in source.ts: docs.where',
    'packages/datasets/boats lacks a writer in packages/sandbox/src/files, or `no_sandbox` with the reason',
    'packages/datasets/boats lacks a test that loads it: neither a test nor the sandbox names it',
  ]);
});

it('names a folder without source and loader', () => {
  expect(lackingParts([{ id: 'boats', files: [] }], [], new Set(['boats']))).toEqual([
    'packages/datasets/boats lacks index.ts, which exports its loader as `dataset`',
    'packages/datasets/boats lacks source.ts, which exports what is known of it as `source`',
  ]);
});

it('asks for a test of its own where the sandbox does not write the dataset', () => {
  const excused = { ...WHOLE, source: { ...WHOLE.source, no_sandbox: 'Another writes the same layout.' } };
  expect(lackingParts([excused], [], new Set())).toHaveLength(1);
  expect(lackingParts([excused], ["load('boats', [])"], new Set())).toEqual([]);
});
