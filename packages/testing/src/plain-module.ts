import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/**
 * Writes one of our modules as JavaScript into a folder, and returns its address: a process starts sooner if it need
 * not compile the module. The module may import packages, but no other module of ours.
 */
export async function plainModule(path: string, folder: string): Promise<string> {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(await readFile(path, 'utf8'), { compilerOptions });
  const { resolve } = createRequire(path);
  const found = outputText.replace(
    /(?<=^import .* from ')(?!node:)[^']+/gm,
    (name) => pathToFileURL(resolve(name)).href,
  );
  const written = join(folder, `${basename(path, '.ts')}.mjs`);
  await writeFile(written, found);
  return pathToFileURL(written).href;
}
