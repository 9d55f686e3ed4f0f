import { expect, it } from 'vitest';
import { targets, tools } from './index.ts';

it('describes all tools within 36 KB, about 7,500 tokens with every argument described, so that a model can afford them', () => {
  expect(tools).toHaveLength(28);
  expect(JSON.stringify(tools).length).toBeLessThan(36_000);
});

it('gives every tool a flat object as its input, and every argument a place in the call', () => {
  for (const tool of tools) {
    expect(tool.inputSchema.type).toBe('object');
    for (const keyword of ['oneOf', 'anyOf', 'allOf']) expect(tool.inputSchema).not.toHaveProperty(keyword);
    const target = targets.find((one) => one.tool === tool.name)!;
    expect(Object.keys(target.places).sort()).toEqual(Object.keys(tool.inputSchema.properties ?? {}).sort());
  }
});
