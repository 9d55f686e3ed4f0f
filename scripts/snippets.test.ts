import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { dereferenced } from '../apps/web/build/contract-modules.ts';
import { type Document, operationsOf } from '../apps/web/build/reference.ts';
import { callOf, examples, mostCredits, snippet } from '../apps/web/src/lib/snippets.ts';
import { root } from './lib/contract.ts';

const SDK = join(root, 'packages/sdk/src/index.ts');

/** Names that a snippet takes from the text around it. */
const GIVEN = `import type { Client, createClient as create, NotFoundError as Missing } from '@domesday/sdk';
declare global {
  const createClient: typeof create;
  const apiKey: string;
  const otherFetch: typeof fetch;
  const client: Client;
  const NotFoundError: typeof Missing;
  const uprn: string;
  const uprns: string[];
  const inputs: { uprn: string }[];
  const polygon: { type: 'Polygon'; coordinates: number[][][] };
  const secret: string;
  const rawBody: string;
  const headers: Record<string, string>;
}`;

function snippets(): Map<string, string> {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
  const found = new Map<string, string>([[join(root, 'snippet-given.ts'), GIVEN]]);
  for (const path of documents.split('\n').filter(Boolean))
    for (const { 1: code } of readFileSync(join(root, path), 'utf8').matchAll(/```ts\n(.*?)```/gs)) {
      const name = `snippet-${found.size}-of-${path.replaceAll('/', '-')}.ts`;
      found.set(join(root, name), `${code}\nexport {};`);
    }
  for (const { operation, code } of inCode('TypeScript'))
    found.set(join(root, `snippet-of-${operation.id}.ts`), `${code}\nexport {};`);
  return found;
}

const operations = operationsOf(
  dereferenced(
    JSON.parse(readFileSync(join(root, 'packages/contract/generated/openapi.json'), 'utf8')),
  ) as Document,
);
const BASE = 'http://127.0.0.1:8080/v1';
const inCode = (language: 'curl' | 'TypeScript' | 'Python') =>
  operations.map((operation) => {
    const given = new Map(operation.inputs.map(({ name, required }) => [name, required ? '1' : '']));
    const call = callOf(operation, { ...Object.fromEntries(given), ...examples(operation) });
    return { operation, code: snippet(language, operation, call, BASE) };
  });

/** Ids that the server assigns, and days that pass: an example of the contract cannot stay valid. */
const NO_EXAMPLE = new Set(['id', 'webhook_id', 'ends_on', 'delivery']);

it('lists each input once in the form of an operation, and fills in all required ones', () => {
  for (const operation of operations) {
    const names = operation.inputs.map(({ name }) => name);
    expect(names, operation.id).toEqual([...new Set(names)]);
    const filled = examples(operation);
    const empty = operation.inputs.filter(({ name, required }) => required && !filled[name]);
    expect(
      empty.map(({ name }) => name).filter((name) => !NO_EXAMPLE.has(name)),
      operation.id,
    ).toEqual([]);
  }
});

it('computes the greatest cost of a call: nothing for a quote, less for a selection', () => {
  const most = (id: string, values: Record<string, string>): number => {
    const operation = operations.find((one) => one.id === id)!;
    return mostCredits(operation, callOf(operation, { ...examples(operation), ...values }));
  };
  expect(most('risks.get', { types: 'radon' })).toBe(1);
  expect(most('risks.get', { types: 'radon,noise' })).toBe(2);
  expect(most('risks.get', { types: '' })).toBe(8);
  expect(most('valuations.str_estimate', {})).toBe(50);
  expect(most('valuations.str_estimate', { quote: 'true' })).toBe(0);
  expect(most('valuations.sale', { quote: 'true' })).toBe(0);
});

it('writes each operation in curl and Python with its HTTP method', () => {
  expect(operations.length).toBeGreaterThan(40);
  for (const { operation, code } of inCode('Python'))
    expect(code).toContain(`requests.${operation.method.toLowerCase()}(`);
  for (const { operation, code } of inCode('curl')) {
    const method = code.includes('-X DELETE') ? 'DELETE' : code.includes(' -d ') ? 'POST' : 'GET';
    expect(method, operation.id).toBe(operation.method);
  }
});

/** Git lists the project's documents; a download without a repository is skipped. */
const inCheckout = it.skipIf(!existsSync(join(root, '.git')));

inCheckout('the TypeScript in documents compiles against the client', { timeout: 240_000 }, () => {
  const files = snippets();
  expect(files.size).toBeGreaterThan(10);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    paths: { '@domesday/sdk': [SDK] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, version) =>
    files.has(path)
      ? ts.createSourceFile(path, files.get(path)!, version)
      : getSourceFile.call(host, path, version);
  const program = ts.createProgram([...files.keys()], options, host);
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  expect(faults).toEqual([]);
});

/**
 * Lines of all documents that readers paste into a shell: those of `sh` blocks, and indented lines that begin with a
 * program.
 */
function shellLines(): string[] {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
  const texts = documents.split('\n').filter(Boolean);
  return texts.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block]) => block!.split('\n'));
    return [...blocks, ...(text.match(/^ {4}(?:npm|npx|node|apt-get|docker|domesday) .*$/gm) ?? [])];
  });
}

it('the shell lines of documents contain no comments, which zsh reads as arguments', () => {
  const lines = shellLines();
  expect(lines.length).toBeGreaterThan(80);
  expect(lines.filter((line) => /(^|\s)#/.test(line))).toEqual([]);
});

it('the shell lines of documents never rely on word splitting of a variable, which zsh does not do', () => {
  const lines = shellLines();
  expect(lines.length).toBeGreaterThan(50);
  // Shells do not split quoted texts or the values of assignments.
  const bare = (line: string) => line.replace(/"[^"]*"|'[^']*'/g, '').replace(/\w+=\$\w+/g, '');
  expect(lines.filter((line) => /\$\w/.test(bare(line)))).toEqual([]);
  expect(bare('pg_dump $T "$U"')).toMatch(/\$T/);
});
