import { expect, it } from 'vitest';
import { madeUpContract } from './lib/made-up-contract.ts';
import { operationFiles } from './operations.ts';

const [file] = operationFiles(madeUpContract());
const table = JSON.parse(/operationTable: OperationEntry\[\] = ([\s\S]*);\n$/.exec(file!.text)![1]!);

it('has a row with the price for each method of each path', () => {
  expect(table.map((r: Record<string, unknown>) => [r.method, r.path, r.id, r.credits])).toEqual([
    ['get', '/boats', 'boats.search', 2],
    ['get', '/boats/{number}', 'boats.get', 1],
    ['get', '/boats/in-area', 'boats.in_area', 3],
    ['post', '/boats/in-area', 'boats.in_area', 3],
    ['get', '/tides', 'tides.get', 0],
  ]);
  expect(table[0].credits_per).toEqual({ parameter: 'kinds', each: 1 });
  expect(table[1].credits_per).toBeNull();
});

it('names each tool once and each operation once', () => {
  expect(table.map((r: { tool: string | null }) => r.tool)).toEqual([
    'svc_boats_search',
    'svc_boats_get',
    null,
    'svc_boats_in_area',
    'svc_tides_get',
  ]);
  expect(file!.text.match(/\| 'boats\.in_area'/g)).toHaveLength(1);
});

it('records which inputs exclude each other', () => {
  expect(table[2].exactly_one).toEqual([['harbour'], ['polygon']]);
  expect(table[4].exactly_one).toBeNull();
});
