import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Download } from '../packages/loading/src/publishers/types.ts';
import { foundBy } from '../packages/loading/src/publishers/words.ts';
import type { DatasetSource, LayoutSeen } from '../packages/loading/src/types.ts';
import { type GeneratedFile, root } from './lib/contract.ts';
import { withMarkedPart } from './lib/marked-part.ts';

const FOLDER = 'packages/datasets';
const HEADER = '// Generated from the folders of packages/datasets by scripts/datasets.ts. Do not edit.';

/** The sources of the dataset folders, in alphabetical order. */
export async function readSources(): Promise<DatasetSource[]> {
  const sources: DatasetSource[] = [];
  for (const id of await datasetFolders()) {
    const file = pathToFileURL(join(root, FOLDER, id, 'source.ts'));
    const { source } = (await import(file.href)) as { source: DatasetSource };
    if (source.id !== id) throw new Error(`${FOLDER}/${id}/source.ts calls itself ${source.id}`);
    sources.push(source);
  }
  return sources;
}

/** The dataset folders, without the package's other folders. */
export async function datasetFolders(): Promise<string[]> {
  const own = new Set(['src', 'test', 'generated', 'node_modules']);
  const entries = await readdir(join(root, FOLDER), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !own.has(entry.name))
    .map((entry) => entry.name)
    .sort();
}

/** The catalogue, the registry, and the tables of datasets in docs/. */
export async function datasetFiles(sources: readonly DatasetSource[]): Promise<GeneratedFile[]> {
  const pages = new Set(sources.map((source) => source.docs.page));
  return [
    catalogueFile(sources),
    registryFile(sources),
    homeTablesFile(sources),
    ...(await Promise.all([...pages].map(page))),
  ];

  async function page(name: string): Promise<GeneratedFile> {
    const path = `docs/${name}.md`;
    const text = await readFile(join(root, path), 'utf8');
    const table = docsTable(sources.filter((source) => source.docs.page === name));
    return { path, text: withMarkedPart(path, text, 'datasets', table) };
  }
}

function catalogueFile(sources: readonly DatasetSource[]): GeneratedFile {
  const imports = sources.map(({ id }) => `import { source as ${camel(id)} } from '../${id}/source.ts';`);
  const entries = sources.map(({ id }) => `  '${id}': ${camel(id)},`);
  const text = [HEADER, ...imports, '', 'export const catalogue = {', ...entries, '} as const;', ''];
  return { path: `${FOLDER}/generated/catalogue.ts`, text: text.join('\n') };
}

function registryFile(sources: readonly DatasetSource[]): GeneratedFile {
  const imports = sources.map(({ id }) => `import { dataset as ${camel(id)} } from '../${id}/index.ts';`);
  const entries = sources.map(({ id }) => `  '${id}': ${camel(id)},`);
  const text = [
    HEADER,
    `import type { DatasetModule } from '@domesday/loading/types';`,
    ...imports,
    `import type { catalogue } from './catalogue.ts';`,
    '',
    'export const registry: Record<keyof typeof catalogue, DatasetModule> = {',
    ...entries,
    '};',
    '',
  ];
  return { path: `${FOLDER}/generated/registry.ts`, text: text.join('\n') };
}

/** The tables with rows by UPRN, and the columns that properties.get reads from them. */
function homeTablesFile(sources: readonly DatasetSource[]): GeneratedFile {
  const having = sources.filter((source) => source.home_table);
  const imports = having.map(({ id }) => `import { source as ${camel(id)} } from '../${id}/source.ts';`);
  const entries = having.map(({ id }) => {
    const table = `${camel(id)}.home_table`;
    return `  '${id}': { ...${table}, columns: columnsExcept(${table}.table, ${table}.not_read) },`;
  });
  const text = [
    HEADER,
    `import { columnsExcept } from '@domesday/db';`,
    ...imports,
    '',
    'export const homeTables = {',
    ...entries,
    '};',
    '',
  ];
  return { path: `${FOLDER}/generated/home-tables.ts`, text: text.join('\n') };
}

/** The Markdown table of the datasets: what each is, which layouts are read, where to get it, and its terms. */
export function docsTable(sources: readonly DatasetSource[]): string {
  const head = [
    'dataset',
    'what, by whom',
    'nations',
    'layouts read',
    'a later load replaces',
    'where to get it',
    '`domesday fetch`',
    'terms',
    'layout seen in',
  ];
  const rows = sources.map(({ id, countries, licence, docs, served, download }) => [
    `\`${id}\``,
    docs.what,
    countries.length === 3 ? 'all three' : countries.join(', '),
    docs.layouts,
    served.replaces,
    docs.where,
    fetchedBy(download),
    docs.terms ?? licence.replace('Open Government Licence v3.0', 'OGL v3'),
    seenIn(docs.layout_seen),
  ]);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Whether the layout was checked against a real file, the publisher's specification, or neither. */
function seenIn(seen: LayoutSeen): string {
  if (seen === 'operator') return "the operator's own columns";
  const parts = [
    seen.real_file && `real file: ${seen.real_file}`,
    seen.specification && `specification: ${seen.specification}`,
  ];
  return parts.filter(Boolean).join('; ') || 'neither';
}

/** Whether `domesday fetch` can load it, and how the newest release is found. */
function fetchedBy(download: Download): string {
  if (download.find.by === 'operator') return `no: ${foundBy(download)}`;
  const token = download.token ? `, token in \`${download.token.variable}\`` : '';
  const nations = download.nations ? ` (${download.nations.join(', ')})` : '';
  return `yes: ${foundBy(download)}${nations}${token}`;
}

function camel(id: string): string {
  return id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
