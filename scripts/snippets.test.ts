import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { dereferenced } from '../apps/web/build/contract-modules.ts';
import { type Document, operationsOf } from '../apps/web/build/reference.ts';
import { callOf, examples, snippet } from '../apps/web/src/lib/snippets.ts';
import { root } from './lib/contract.ts';

const SDK = join(root, 'packages/sdk/src/index.ts');

/** Names that a snippet takes from the text around it. */
const GIVEN = `import type { Client, NotFoundError as Missing } from '@domesday/sdk';
declare global {
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

it('writes each operation in curl and Python with its own method', () => {
  expect(operations.length).toBeGreaterThan(40);
  for (const { operation, code } of inCode('Python'))
    expect(code).toContain(`requests.${operation.method.toLowerCase()}(`);
  for (const { operation, code } of inCode('curl')) {
    const method = code.includes('-X DELETE') ? 'DELETE' : code.includes(' -d ') ? 'POST' : 'GET';
    expect(method, operation.id).toBe(operation.method);
  }
});

it('documents only TypeScript that compiles against the client', { timeout: 60_000 }, () => {
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
