import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createCsvParser } from '@domesday/files/csv';
import { readFeatures } from '@domesday/files/features/read';
import type { FetchedFile } from '@domesday/files/types';
import { entriesOf } from '@domesday/files/unpack';
import { argumentsOf } from './lib/arguments.ts';
import { type MadeFile, madeFiles } from './lib/format-files.ts';
import { type Library, libraryReaders } from './lib/format-libraries.ts';

const GUARDS = { maxBytes: 1024 ** 4, maxRatio: 10_000, maxEntries: 1000 };

/**
 * Our readers of tables and shapes over made-up files, with processor time and memory of the process: `npm run bench --
 * formats [--rows 50000]`. With `--libraries <folder>`, a folder in which the libraries of `lib/format-libraries.ts`
 * were installed, those read the same files in the same run.
 */
export async function run(args: string[]): Promise<void> {
  const { rows, libraries: named } = argumentsOf('formats', args, { rows: 50_000, libraries: null });
  const libraries = named === undefined ? null : resolve(named);
  const folder = await mkdtemp(join(tmpdir(), 'domesday-bench-formats-'));
  try {
    console.info('| format | reader | records | MB | processor time, s | MB/s | peak memory grew by, MB |');
    console.info('|---|---|---|---|---|---|---|');
    for (const made of await madeFiles(folder, rows)) {
      await measure(made, 'ours', () => ours(made));
      for (const library of libraries ? libraryReaders(made.format) : []) {
        await measure(made, library.name, () => theirs(library, made, libraries!));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(made: MadeFile, name: string, read: () => Promise<number>): Promise<void> {
  const { size } = await stat(made.path);
  global.gc?.();
  const memory = peakMemory();
  const began = process.cpuUsage();
  let outcome: string;
  try {
    outcome = String(await read());
  } catch (error) {
    outcome = `fails: ${(error as Error).message.slice(0, 60)}`;
  }
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  const mb = size / 1e6;
  const cells = [made.format, name, outcome, mb.toFixed(1), seconds.toFixed(2), (mb / seconds).toFixed(1)];
  console.info(`| ${cells.join(' | ')} | ${memory.stop()} |`);
}

/** Growth of the process's peak resident memory since the call. */
function peakMemory(): { stop(): number } {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  return {
    stop: () => {
      clearInterval(timer);
      most = Math.max(most, process.memoryUsage.rss());
      return Math.round((most - before) / 1e6);
    },
  };
}

async function ours({ format, path }: MadeFile): Promise<number> {
  const file: FetchedFile = { uri: path, name: path.split('/').at(-1)!, path, bytes: 0, hash: '' };
  let count = 0;
  if (format === 'csv' || format === 'xlsx') {
    const parser = createCsvParser({
      onRecord: () => {
        count++;
      },
      onReject: () => {},
    });
    const decoder = new TextDecoder();
    for await (const entry of entriesOf(file, { guards: GUARDS }))
      for await (const bytes of entry.bytes) parser.write(decoder.decode(bytes, { stream: true }));
    parser.end();
    return count;
  }
  for await (const item of readFeatures(file, { guards: GUARDS })) if ('feature' in item) count++;
  return count;
}

async function theirs(library: Library, made: MadeFile, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const anchor = join(folder, 'anchor.cjs');
  await writeFile(anchor, '');
  const require = createRequire(anchor);
  return library.read(made.path, (name) => require(name), dirname(made.path));
}
