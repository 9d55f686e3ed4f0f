import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const programs = Object.values(scripts).flatMap((text) => text.match(/scripts\/run\/[\w-]+\.mjs/) ?? []);

/** Makes this Node look like version 18: it reports that version and has no `import.meta.dirname`. */
const loaded = `export async function load(url, context, next) {
  const { source, ...rest } = await next(url, context);
  return { ...rest, source: url.includes('/scripts/run/')
    ? String(source).replaceAll('import.meta.dirname', 'undefined') : source };
}`;
const OLD_NODE = `
  import { register } from 'node:module';
  register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(loaded))});
  Object.defineProperty(process.versions, 'node', { value: '18.20.8' });`;

it('every command names the required version of Node when it runs on Node 18, instead of failing otherwise', async () => {
  expect(programs).toContain('scripts/run/start.mjs');
  const told = programs.map(async (program) => {
    const options = ['--import', `data:text/javascript,${encodeURIComponent(OLD_NODE)}`, join(root, program)];
    const ended = await promisify(execFile)(process.execPath, options, { timeout: 20_000 }).catch((e) => e);
    return { program, code: ended.code, stderr: ended.stderr };
  });
  const stderr = 'Domesday needs Node 20.19 or newer; this is 18.20.8. Node 24 is recommended.\n';
  expect(await Promise.all(told)).toEqual(programs.map((program) => ({ program, code: 1, stderr })));
});
