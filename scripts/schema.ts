import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GeneratedFile, root } from './lib/contract.ts';
import { columnsText, readSchema, tablesText } from './lib/schema.ts';

const FOLDER = 'packages/db/generated';
const BANNER = '// Generated from packages/db by scripts/schema.ts. Do not edit: run npm run generate.\n';

/** The SQL functions of `packages/db/sql` as text, so that a bundle carries them without a file system. */
export async function functionFiles(): Promise<GeneratedFile[]> {
  const folder = join(root, 'packages/db/sql');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const entries = await Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      const made = [...text.matchAll(/^create (?:function|procedure) (\w+)/gm)].map((match) => match[1]);
      if (made.join() !== name.slice(0, -4))
        throw new Error(
          `packages/db/sql/${name} must create one function, ${name.slice(0, -4)}, not ${made}`,
        );
      return `  ${name.slice(0, -4)}: ${quoted(text)},\n`;
    }),
  );
  const text = `${BANNER}\n/** SQL functions: name -> the statement that creates it. */\nexport const functions: Readonly<Record<string, string>> = {\n${entries.join('')}};\n`;
  return [{ path: `${FOLDER}/functions.ts`, text }];
}

/** The lists of migrations and contractions, with static imports, so that a bundle carries them. */
export async function migrationFiles(): Promise<GeneratedFile[]> {
  const [migrations, contractions] = await Promise.all(['migrations', 'contractions'].map(tsFilesOf));
  const imports = (folder: string, names: string[]) =>
    names.map((name, i) => `import * as ${folder}_${i + 1} from '../${folder}/${name}.ts';\n`).join('');
  const record = (folder: string, names: string[]) =>
    `export const ${folder}: Record<string, Migration> = {\n${names.map((name, i) => `  '${name}': ${folder}_${i + 1},\n`).join('')}};\n`;
  const text = `${BANNER}import type { Migration } from 'kysely';
${imports('contractions', contractions!)}${imports('migrations', migrations!)}
/** Every migration by name, in order. */
${record('migrations', migrations!)}
/**
 * Migrations that remove what only older versions read, in order: applied by hand, with \`domesday upgrade
 * --contract\`.
 */
${record('contractions', contractions!)}`;
  return [{ path: `${FOLDER}/migrations.ts`, text }];
}

/** The names of a folder's TypeScript files without their ending, in order. */
async function tsFilesOf(folder: string): Promise<string[]> {
  const names = await readdir(join(root, 'packages/db', folder));
  return names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
    .sort();
}

/** A template literal, which preserves the lines. */
const quoted = (text: string): string => `\`${text.replace(/[\\`]|\$\{/g, '\\$&')}\``;

/**
 * Table types and columns, read from a database that is migrated for it. That takes seconds, so it is skipped if
 * neither the migrations nor the generated files have changed.
 */
export async function schemaFiles(): Promise<GeneratedFile[]> {
  const inputs = await migrationsHash();
  const standing = await Promise.all(
    ['tables.ts', 'columns.ts', 'schema.sha256'].map(async (name) => ({
      path: `${FOLDER}/${name}`,
      text: await readFile(join(root, FOLDER, name), 'utf8').catch(() => ''),
    })),
  );
  const [tables, columns, stamp] = standing;
  if (stamp!.text === stampOf(inputs, tables!.text, columns!.text)) return standing;

  const schema = await migratedSchema();
  tables!.text = BANNER + tablesText(schema);
  columns!.text = BANNER + columnsText(schema);
  stamp!.text = stampOf(inputs, tables!.text, columns!.text);
  return standing;
}

const stampOf = (...texts: string[]): string => `${sha256(texts.join('\0'))}\n`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function migrationsHash(): Promise<string> {
  let text = '';
  for (const folder of ['packages/db/migrations', 'scripts', 'scripts/lib']) {
    const names = (await readdir(join(root, folder))).filter(
      (name) => folder === 'packages/db/migrations' || name === 'schema.ts',
    );
    for (const name of names.sort())
      text += `${folder}/${name}\n${await readFile(join(root, folder, name), 'utf8')}\n`;
  }
  return sha256(text.replaceAll('\r\n', '\n'));
}

async function migratedSchema(): ReturnType<typeof readSchema> {
  // Imported late: the package contains generated files that may not exist yet.
  const { createPool, migrate, startEmbedded } = await import('../packages/db/src/index.ts');
  const folder = await mkdtemp(join(tmpdir(), 'domesday-schema-'));
  const server = await startEmbedded({ folder, settings: { fsync: 'off', shared_buffers: '32MB' } });
  const db = createPool(server.url, { max: 1 });
  try {
    await migrate(server.url);
    return await readSchema(db);
  } finally {
    await db.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
