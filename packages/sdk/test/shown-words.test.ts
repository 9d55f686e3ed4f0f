import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import document from '../../contract/generated/openapi.json' with { type: 'json' };

const folder = import.meta.dirname;
const file = join(folder, 'program-of-a-user.ts');
const CALLS = {
  'addresses.search': "client.addresses.search({ q: 'ab' })",
  'valuations.sale': 'client.valuations.sale({ uprn: 1, quote: true })',
  'listings.search': "client.listings.search({ listing_type: 'sale', format: 'csv' })",
  'prices.market': "client.prices.market.withResponse({ outcode: 'XE1' })",
  'risks.get': "client.risks.get.withResponse({ uprn: '1' })",
  'account.usage': "client.account.usage({ format: 'csv' })",
  'status.get': 'client.status.get()',
};

it('an editor shows the summary and the price of every call, whatever its form', () => {
  const text = [
    "import { createClient } from '../src/index.ts';",
    "const client = createClient({ apiKey: 'k' });",
    ...Object.values(CALLS).map((call) => `void ${call};`),
  ].join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const read = name === file ? text : ts.sys.readFile(name);
      return read === undefined ? undefined : ts.ScriptSnapshot.fromString(read);
    },
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  const summaries = new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId, summary }) => [operationId, summary] as const),
    ),
  );
  for (const [id, call] of Object.entries(CALLS)) {
    const at = text.indexOf(call) + call.indexOf('(') - 1;
    const { documentation } = service.getQuickInfoAtPosition(file, at)!;
    const shown = ts.displayPartsToString(documentation);
    expect(shown, call).toContain(`${summaries.get(id)}. `);
    expect(shown, call).toMatch(/Costs \d+ credits?\b|Free\./);
  }
});
