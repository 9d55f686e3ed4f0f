import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

interface Module {
  /** What each declaration of the module names: itself and all of the module that it uses. */
  names: Map<string, Set<string>>;
  /** Names that are declared elsewhere: the file and the name there. */
  imported: Map<string, { file: string; name: string }>;
  /** For each declaration, patterns of the names of the statements that it makes. */
  statements: Map<string, RegExp[]>;
}

const modules = new Map<string, Module>();

/** Patterns of the names of the statements that a function may send, through all that it uses in our own modules. */
export function statementsReached(file: string, name: string, seen = new Set<string>()): RegExp[] {
  const place = `${file}#${name}`;
  if (seen.has(place)) return [];
  seen.add(place);
  const module = moduleOf(file);
  const elsewhere = module.imported.get(name);
  if (elsewhere) return statementsReached(elsewhere.file, elsewhere.name, seen);
  const used = [...(module.names.get(name) ?? [])];
  return [
    ...(module.statements.get(name) ?? []),
    ...used.flatMap((one) => statementsReached(file, one, seen)),
  ];
}

function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known) return known;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const module: Module = { names: new Map(), imported: new Map(), statements: new Map() };
  modules.set(file, module);
  for (const part of source.statements) {
    if (ts.isImportDeclaration(part) || ts.isExportDeclaration(part)) bringIn(module, file, part);
    else if (ts.isVariableStatement(part))
      for (const one of part.declarationList.declarations) declare(module, namesIn(one.name), one);
    else if (ts.isFunctionDeclaration(part) || ts.isClassDeclaration(part))
      declare(module, [part.name!.text], part);
  }
  return module;
}

function bringIn(module: Module, from: string, part: ts.ImportDeclaration | ts.ExportDeclaration): void {
  const clause = ts.isImportDeclaration(part) ? part.importClause : part;
  const bindings = clause && (ts.isExportDeclaration(clause) ? clause.exportClause : clause.namedBindings);
  const file = part.moduleSpecifier && fileOf((part.moduleSpecifier as ts.StringLiteral).text, from);
  if (!file || !clause || clause.isTypeOnly || !bindings || !('elements' in bindings)) return;
  for (const { name, propertyName } of bindings.elements)
    module.imported.set(name.text, { file, name: (propertyName ?? name).text });
}

/** The file of a module of this repository; undefined for all others. */
function fileOf(specifier: string, from: string): string | undefined {
  if (!/^(\.|@domesday\/)/.test(specifier)) return undefined;
  const file = specifier.startsWith('.')
    ? resolve(dirname(from), specifier)
    : createRequire(from).resolve(specifier);
  return file.endsWith('.ts') && existsSync(file) ? file : undefined;
}

function declare(module: Module, names: readonly string[], node: ts.Node): void {
  const used = new Set<string>();
  const made: RegExp[] = [];
  const look = (inside: ts.Node): void => {
    if (ts.isTypeNode(inside)) return;
    if (ts.isIdentifier(inside)) used.add(inside.text);
    if (ts.isCallExpression(inside)) made.push(...madeBy(inside));
    if (ts.isPropertyAccessExpression(inside)) look(inside.expression);
    else ts.forEachChild(inside, look);
  };
  look(node);
  for (const name of names) {
    module.names.set(name, used);
    module.statements.set(name, made);
  }
}

/** Patterns of the names of the statements that a call makes: one, or one for each kind of area. */
function madeBy(call: ts.CallExpression): RegExp[] {
  const ends = { statement: '$', areaStatement: '-[a-z]+(-area)?$' }[call.expression.getText()];
  const [, name] = /\n\s*name: ['`]([^$'`][^'`]*)['`]/.exec(call.getText()) ?? [];
  return ends && name ? [new RegExp(`^${name.replaceAll(/\$\{[^}]*\}/g, '.+')}${ends}`)] : [];
}

function namesIn(name: ts.BindingName): string[] {
  return ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []));
}
