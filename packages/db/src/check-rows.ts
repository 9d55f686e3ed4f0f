import { fieldOf, type Shape } from './row-shape.ts';

/** Throws if a row differs from its shape: a column is missing or null, or JSON lacks a field. */
export function checkRows(statement: string, shape: Shape, rows: readonly object[]): void {
  for (const row of rows) checkRow(statement, shape, row as Record<string, unknown>);
}

function checkRow(place: string, shape: Shape, row: Record<string, unknown>): void {
  for (const [name, spec] of Object.entries(shape)) {
    const field = fieldOf(spec);
    const value = row[name];
    if (value === undefined) throw new Error(`${place}: the column ${name} is missing.`);
    if (value === null && !field.nullable) throw new Error(`${place}: the column ${name} is null.`);
    if (value === null) continue;
    if (field.values && !field.values.includes(value as string))
      throw new Error(`${place}: ${name} is ${value}, none of ${field.values.join(', ')}.`);
    if (!field.json) continue;
    const items = field.json.list ? (value as object[]) : [value];
    for (const item of items) checkRow(`${place}.${name}`, field.json.shape, item as Record<string, unknown>);
  }
}
