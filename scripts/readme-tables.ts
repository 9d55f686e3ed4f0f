import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contract, endpoints, type GeneratedFile, root } from './lib/contract.ts';
import { withMarkedPart } from './lib/marked-part.ts';

/** Puts the table of operations between its two marks in each README that has them. */
export async function readmeFiles(contract: Contract): Promise<GeneratedFile[]> {
  const rows = endpoints(contract).map(({ path, method, operation }) => [
    `\`${method.toUpperCase()} ${path}\``,
    `\`${operation.operationId}\``,
    `\`${operation['x-mcp'].name}\``,
    String(operation['x-credits']),
    operation.summary,
  ]);
  const table = alignedTable(['path', 'operation', 'tool', 'credits', 'what it does'], rows);
  const files: GeneratedFile[] = [];
  for (const path of ['README.md', 'packages/sdk/README.md', 'packages/mcp-tools/README.md']) {
    const text = await readFile(join(root, path), 'utf8');
    files.push({ path, text: withMarkedPart(path, text, 'operations', table) });
  }
  return files;
}

/** A Markdown table with aligned columns, as the formatter writes them; `credits` is right-aligned. */
function alignedTable(head: string[], rows: string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]!.length)));
  const right = head.indexOf('credits');
  const line = (cells: string[]) => {
    const padded = cells.map((c, i) => (i === right ? c.padStart(widths[i]!) : c.padEnd(widths[i]!)));
    return `| ${padded.join(' | ')} |`;
  };
  const rule = widths.map((width, i) => (i === right ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
