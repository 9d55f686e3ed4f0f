import { operationTable } from '@domesday/contract';
import { expect, it } from 'vitest';
import { columnKind } from '../http/forms/column-kinds.ts';
import { rowColumnsOf } from '../http/forms/flat-columns.ts';
import { tableOf } from './table.ts';

it('gives each column of an operation a unique name', () => {
  const priced = operationTable.filter(({ credits }) => credits > 0);
  expect(priced).toHaveLength(25);
  for (const entry of priced) {
    const names = tableOf(entry).columns.map(({ name }) => name);
    expect([entry.id, names.filter((name, i) => names.indexOf(name) !== i)]).toEqual([entry.id, []]);
  }
});

it('writes the status of a match and the status of the line to different columns', () => {
  const { columns, rowOf } = tableOf(operationTable.find(({ id }) => id === 'addresses.match')!);
  const row = rowOf({ index: 0, status: 200, credits: 1, body: { status: 'matched' } });
  const cells = Object.fromEntries(columns.map(({ name }, i) => [name, row[i]]));
  expect(cells).toMatchObject({ status: 200, body_status: 'matched' });
});

it('stores a UPRN as text in every file, so that files can be joined', () => {
  for (const entry of operationTable) {
    const rows = rowColumnsOf(entry).map((column) => ({ name: column.name, kind: columnKind(column) }));
    const columns = [...tableOf(entry).columns, ...rows];
    const uprns = columns.filter(({ name }) => /(^|_)uprn$/.test(name));
    expect([entry.id, uprns.filter(({ kind }) => kind !== 'UTF8')]).toEqual([entry.id, []]);
  }
});

it('has columns for excluded_licences and rows_left_out in every operation with a price', () => {
  const left = { excluded_licences: ['odbl', 'sepa'], rows_left_out: 3 };
  for (const entry of operationTable.filter(({ credits }) => credits > 0)) {
    const { columns, rowOf } = tableOf(entry);
    const row = rowOf({ index: 0, status: 200, credits: 1, body: left });
    const cells = Object.fromEntries(columns.map(({ name }, i) => [name, row[i]]));
    expect([entry.id, cells]).toMatchObject([entry.id, left]);
  }
});
