import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './servers.ts';

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

export const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;

/** Prints a result as a table and stores it as JSON and Markdown under bench/results/. `command` repeats it. */
export async function report(
  name: string,
  title: string,
  rows: Record<string, string | number>[],
  notes: string[] = [],
  command = name,
): Promise<void> {
  const columns = Object.keys(rows[0]!);
  const table = [
    `| ${columns.join(' | ')} |`,
    `| ${columns.map((c) => (typeof rows[0]![c] === 'number' ? '---:' : '---')).join(' | ')} |`,
    ...rows.map((row) => `| ${columns.map((c) => row[c]).join(' | ')} |`),
  ].join('\n');
  const machine = {
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1024 ** 3),
  };
  const where = `Node ${machine.node}, ${machine.cores} cores, ${machine.platform}. Machines differ: read the ratios.`;
  const markdown = `# ${title}\n\n${table}\n\n${[...notes, where].map((n) => `- ${n}`).join('\n')}\n\nAgain: \`npm run bench -- ${command}\`\n`;
  console.log(`\n${markdown}`);
  const folder = join(root, 'bench/results');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.md`), markdown);
  await writeFile(
    join(folder, `${name}.json`),
    `${JSON.stringify({ name, machine, rows, notes }, null, 2)}\n`,
  );
}
