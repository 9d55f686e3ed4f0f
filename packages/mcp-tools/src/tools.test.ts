import { expect, it } from 'vitest';
import { targets, tools } from './index.ts';

it('describes all tools within 36 KB, about 7,500 tokens with every argument described, so that a model can afford them', () => {
  expect(tools).toHaveLength(28);
  expect(JSON.stringify(tools).length).toBeLessThan(36_000);
});

it('gives every tool a flat object as input, and every argument a place in the HTTP request', () => {
  for (const tool of tools) {
    expect(tool.inputSchema.type).toBe('object');
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) expect(tool.inputSchema).not.toHaveProperty(keyword);
    const target = targets.find((one) => one.tool === tool.name)!;
    expect(Object.keys(target.places).sort()).toEqual(Object.keys(tool.inputSchema.properties ?? {}).sort());
  }
});

it('excludes additional properties for a tool without arguments, since strict clients read an open object as any input', () => {
  const without = tools.filter(({ inputSchema }) => Object.keys(inputSchema.properties).length === 0);
  expect(without.map(({ inputSchema }) => inputSchema)).toEqual(
    without.map(() => ({ type: 'object', properties: {}, additionalProperties: false })),
  );
  expect(without).not.toEqual([]);
});

it('offers no argument that only changes a file format, and describes both values of a boolean filter', () => {
  const args = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties as Record<string, { description: string; type: string }>).map(
      ([argument, schema]) => ({ name: `${name}.${argument}`, ...schema }),
    ),
  );
  expect(args.filter(({ description }) => /csv|parquet/i.test(description))).toEqual([]);
  const filters = args.filter(({ name, type }) => type === 'boolean' && /new_build|reduced/.test(name));
  expect(filters.length).toBeGreaterThan(4);
  const halves = filters.filter(({ description }) => /^only/i.test(description));
  expect(halves).toEqual([]);
});
