import ts from 'typescript';

/** Words that do not say what a file or an export is, with the terms to use instead. */
const VAGUE: Readonly<Record<string, string>> = {
  kept: 'cache, stored',
  gather: 'batch loader, collect',
  gathered: 'batch loader, collected',
  around: 'search area, nearby',
  cover: 'coverage',
  walk: 'state, cursor, traversal',
  odd: 'generated, unusual, invalid',
  facts: 'samples, attributes',
  promptly: 'with a time limit',
  held: 'cached, locked',
  eachOnce: 'unique',
  shares: 'slots',
  stranger: 'unauthenticated caller, unknown key',
  strangers: 'unauthenticated callers, unknown keys',
  stuff: 'the thing itself',
  misc: 'the thing itself',
  util: 'the thing itself',
  utils: 'the thing itself',
  helper: 'the thing itself',
  helpers: 'the thing itself',
};

/** The name of a file without its endings: `gather` of `packages/x/src/gather.test.ts`. */
function baseName(path: string): string {
  return path.split('/').at(-1)!.split('.')[0]!;
}

/** One sentence for each file and each export of it whose whole name is a vague word. */
export function vagueNames(path: string, text: string): string[] {
  const problems: string[] = [];
  const check = (kind: string, name: string): void => {
    const term = VAGUE[name] ?? VAGUE[name.toLowerCase()];
    if (term) problems.push(`${path}: the ${kind} name "${name}" does not say what it is; use: ${term}`);
  };
  check('file', baseName(path));
  for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements)
    for (const name of exportedNames(statement)) check('exported', name);
  return problems;
}

function exportedNames(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const { name } = statement as ts.DeclarationStatement;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}
