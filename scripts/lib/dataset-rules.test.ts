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
    download: {
      topic: 'places',
      find: { by: 'operator', why: 'own' },
      content: null,
      bytes: null,
      rows: null,
    },
    docs: { page: 'data', what: 'boats', layouts: 'a table', where: 'nowhere', layout_seen: {} },
  },
};

it('reports nothing for a dataset that has all its parts', () => {
  expect(lackingParts([WHOLE], [], new Set(['boats']))).toEqual([]);
});

it('reports a missing docs row, licence, test and sandbox writer of a new dataset', () => {
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

it('reports a source of a dataset that would read badly in the messages of commands', () => {
  const from = (where: string) => {
    const docs = { ...WHOLE.source.docs, where };
    return lackingParts([{ ...WHOLE, source: { ...WHOLE.source, docs } }], [], new Set(['boats']));
  };
  for (const where of ['made by the operator', 'your own', 'an extract, see below'])
    expect([where, from(where).length]).toEqual([where, 1]);
  for (const where of ['each council', 'your own records', 'gov.uk, "Boats"'])
    expect(from(where)).toEqual([]);
});

it('reports a folder without source and loader', () => {
  expect(lackingParts([{ id: 'boats', files: [] }], [], new Set(['boats']))).toEqual([
    'packages/datasets/boats lacks index.ts, which exports its loader as `dataset`',
    'packages/datasets/boats lacks source.ts, which exports what is known of it as `source`',
  ]);
});

it('requires a test of its own for a dataset that the sandbox does not write', () => {
  const excused = { ...WHOLE, source: { ...WHOLE.source, no_sandbox: 'Another writes the same layout.' } };
  expect(lackingParts([excused], [], new Set())).toHaveLength(1);
  expect(lackingParts([excused], ["load('boats', [])"], new Set())).toEqual([]);
});

it('reports the missing parts in the declaration of a source', () => {
  const lacking = (download: object | undefined) =>
    lackingParts([{ ...WHOLE, source: { ...WHOLE.source, download } } as never], [], new Set(['boats'])).map(
      (problem) => problem.replace('packages/datasets/boats lacks ', ''),
    );
  expect(lacking(undefined)).toEqual([
    '`download` in source.ts: how its newest release is found, or that the operator brings it',
  ]);
  const { topic: _, ...untold } = WHOLE.source.download;
  expect(lacking(untold)).toEqual([expect.stringContaining('a topic in `download`')]);
  const fetched = {
    ...WHOLE.source.download,
    find: { by: 'address' },
    bytes: undefined,
    token: { hosts: [] },
  };
  expect(lacking(fetched)).toEqual([
    '`bytes` and `rows` in `download` of source.ts: about how much it is, or null',
    '`content` in `download` of source.ts: what its file is',
    'the variable, the hosts or the page of its token in `download` of source.ts',
  ]);
});
