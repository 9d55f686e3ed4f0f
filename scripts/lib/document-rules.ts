import { posix } from 'node:path';
import { type DocumentParts, documentParts } from './document-parts.ts';

/** Everything that the documentation may refer to. */
export interface Known {
  /** Paths of all files of the repository. */
  files: string[];
  /** Text of all files that are not documentation, in which names of variables are looked up. */
  sources: string;
  npm_scripts: string[];
  benches: string[];
  /** Options of each command of the command line, such as "keys create"; a group has none. */
  commands: ReadonlyMap<string, readonly string[]>;
  /** Pages of the portal that a guide links to. */
  pages: readonly RegExp[];
}

/** Names that look like paths of the repository but belong to other programs, to future files or to made-up changes. */
const FOREIGN = new Set([
  '../domains/addresses/list.ts',
  './list.query.ts',
  '.cursor/mcp.json',
  '.vscode/mcp.json',
  'application/json',
  'council-tax-homes/source.ts',
  'openapi/addresses/list.yaml',
  'packages/sdk/CHANGELOG.md',
  'server/discover',
  'text/csv',
  'tools/list',
  'zonkyio/embedded-postgres-binaries',
]);
/** Folders that a build, an installation or a run makes. */
const MADE = /(^|\/)(dist|node_modules|\.domesday)(\/|$)/;
const PATH =
  /^(?![@/~]|https?:|[A-Z_]+\/)[\w.@*<>{}-]+(\/[\w.@*<>{}-]+)+\/?$|^[\w-]+\/$|^[\w.*-]+\.(tsx?|mjs|md|sql)$/;
/** In letters. A longer heading has lost its line end, so that its paragraph is a part of it. */
const LONGEST_HEADING = 90;
const VARIABLE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;
const METRIC = /^domesday_[a-z_]+$/;
const IDENTIFIER = /^[a-z]+(?:[A-Z][a-z0-9]*)+(?=(\(.*\))?$)/;
const RUN =
  /(?:npm run (?:--silent )?domesday --|(?<=^|\(|--rm )domesday(?= [a-z])|apps\/cli\/dist\/main\.js) ([^#|;)]*)/g;

/**
 * One sentence for each link, path, command, option, variable and metric that a document names and that is not there,
 * and for each heading that is joined to its paragraph.
 */
export function documentProblems(documents: ReadonlyMap<string, string>, known: Known): string[] {
  const parts = new Map([...documents].map(([path, text]) => [path, documentParts(text)]));
  const commands = [...parts.values()].flatMap((own) => own.commands).join('\n');
  return [...parts].flatMap(([path, own]) => {
    const named = [...own.spans, ...own.commands];
    return [
      ...own.links.flatMap((link) => linkProblem(path, link, parts, known)),
      ...own.headings
        .filter((heading) => heading.length > LONGEST_HEADING)
        .map((heading) => `heading of ${heading.length} letters: ${heading.slice(0, 40)}…`),
      ...own.spans.filter((span) => isMissingPath(path, span, known.files)).map((span) => `no file ${span}`),
      ...own.spans
        .filter((span) => VARIABLE.test(span) && !known.sources.includes(span.replace(/_FILE$/, '')))
        .map((span) => `no variable ${span}`),
      ...own.spans
        .filter((span) => METRIC.test(span) && !known.sources.includes(`'${span}'`))
        .map((span) => `no metric ${span}`),
      ...own.spans
        .flatMap((span) => IDENTIFIER.exec(span)?.[0] ?? [])
        .filter((name) => !known.sources.includes(name))
        .map((name) => `no name ${name} in the code`),
      ...own.commands.flatMap((line) => unsetVariables(line, commands, known)),
      ...named.flatMap((text) => npmProblems(text, known)),
      ...named.flatMap((text) =>
        [...text.matchAll(RUN)].flatMap(([, line]) => commandProblems(line!, known)),
      ),
    ].map((problem) => `${path}: ${problem}`);
  });
}

/** Variables in a shell command that no document sets and that are not settings of the service. */
function unsetVariables(line: string, commands: string, { sources }: Known): string[] {
  const names = [...line.matchAll(/\$([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name!);
  return names
    .filter((name) => !(VARIABLE.test(name) && sources.includes(name)))
    .filter((name) => !new RegExp(`(^|[\\s;&])${name}=`, 'm').test(commands))
    .map((name) => `no document sets $${name}`);
}

function linkProblem(
  path: string,
  link: string,
  parts: ReadonlyMap<string, DocumentParts>,
  { files, pages }: Known,
): string[] {
  if (/^(https?|mailto):/.test(link)) return [];
  const [target, anchor] = link.split('#') as [string, string?];
  if (target.startsWith('/')) return pages.some((page) => page.test(target)) ? [] : [`no page ${target}`];
  const file = target ? posix.join(posix.dirname(path), target) : path;
  const exists = files.some((one) => one === file || one.startsWith(`${file.replace(/\/$/, '')}/`));
  if (!exists) return [`no file ${link}`];
  return anchor && parts.has(file) && !parts.get(file)!.anchors.includes(anchor)
    ? [`no heading ${link}`]
    : [];
}

/** A path may be given from the root, from the document's folder, or as the end of one. */
function isMissingPath(document: string, span: string, files: readonly string[]): boolean {
  if (!PATH.test(span) || FOREIGN.has(span) || MADE.test(span)) return false;
  const from = posix.join(posix.dirname(document), span);
  const wanted = [...new Set([span, from])].map(patternOf);
  return !files.some((file) => wanted.some((pattern) => pattern.test(file)));
}

function patternOf(path: string): RegExp {
  const escaped = path
    .replace(/^(\.\.?\/)+/, '')
    .replace(/\/$/, '')
    .replaceAll(/<[^>]*>|\{[^}]*\}|\*/g, '\0')
    .replaceAll(/[.+?^$()|[\]\\]/g, '\\$&')
    .replaceAll('\0', '[^/]*');
  return new RegExp(`(^|/)${escaped}(\\.[a-z.]+)?(/|$)`);
}

function npmProblems(text: string, { npm_scripts, benches, files }: Known): string[] {
  const problems: string[] = [];
  for (const [, script] of text.matchAll(/\bnpm run (?:--silent |-s )?([\w:-]+)/g))
    if (!npm_scripts.includes(script!)) problems.push(`no script npm run ${script}`);
  for (const [, bench] of text.matchAll(/\bnpm run bench -- ([\w-]+)/g))
    if (!benches.includes(bench!)) problems.push(`no benchmark ${bench}`);
  // A stranger could register the name, and would receive the keys of everyone who installs the package.
  for (const [, name] of text.matchAll(/\bnpm (?:install|i|add) .*?(@domesday\/[\w-]+)/g))
    problems.push(`${name} is in no registry: say how to pack it`);
  for (const [, given] of text.matchAll(/\bnpx vitest run ((?:[\w./-]+ ?)+)/g))
    for (const filter of given!.split(' ').filter((word) => word && !word.startsWith('-')))
      if (!files.some((file) => /\.test\.tsx?$/.test(file) && file.includes(filter)))
        problems.push(`no test ${filter}`);
  return problems;
}

/** `line` is what follows the name of the program: the command, its arguments and options. */
function commandProblems(line: string, { commands }: Known): string[] {
  const words = line.replaceAll(/"[^"]*"|'[^']*'/g, 'text').split(/\s+/);
  const name = words[0]!;
  if (!/^[a-z][a-z-]*$/.test(name)) return [];
  const isGroup = [...commands.keys()].some((one) => one.startsWith(`${name} `));
  const command = isGroup && /^[a-z]/.test(words[1] ?? '') ? `${name} ${words[1]}` : name;
  if (!commands.has(command)) return [`no command domesday ${command}`];
  const options = words.map((word) => /^--[a-z-]+/.exec(word)?.[0]).filter((option) => option !== undefined);
  return options
    .filter((option) => option !== '--help' && !commands.get(command)!.includes(option))
    .map((option) => `domesday ${command} has no option ${option}`);
}

/** Commands that no document names, so that a reader cannot know of them. Names of groups are not checked. */
export function commandsNotTold(documents: ReadonlyMap<string, string>, { commands }: Known): string[] {
  const texts = [...documents].flatMap(([path, text]) => (path === 'CHANGELOG.md' ? [] : [text])).join('\n');
  return [...commands.keys()]
    .filter((name) => name && ![...commands.keys()].some((one) => one.startsWith(`${name} `)))
    .filter((name) => !new RegExp(`(domesday |domesday -- |\`)${name.replace(' ', '\\s+')}\\b`).test(texts))
    .map((name) => `no document names domesday ${name}`);
}
