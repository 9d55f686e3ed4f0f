import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/contract.ts';
import { madeUpContract } from './lib/made-up-contract.ts';
import { readmeFiles } from './readme-tables.ts';

it('changes a README only between its marks', async () => {
  for (const { path, text } of await readmeFiles(madeUpContract())) {
    const before = await readFile(join(root, path), 'utf8');
    const [head, tail] = [
      before.split('<!-- generated: operations -->')[0]!,
      before.split('<!-- /generated -->')[1]!,
    ];
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(tail)).toBe(true);
    const table = text.slice(head.length, text.length - tail.length);
    const cells = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    expect(cells).toContainEqual([
      '',
      '`GET /boats/{number}`',
      '`boats.get`',
      '`svc_boats_get`',
      '1',
      'Do boats.get',
      '',
    ]);
    expect(
      new Set(
        table
          .trim()
          .split('\n')
          .slice(1, -1)
          .map((line) => line.length),
      ).size,
    ).toBe(1);
    expect(table.trim().split('\n')).toHaveLength(2 + 2 + 5);
  }
});
