import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
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
  return found;
}

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
    .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  expect(faults).toEqual([]);
});
