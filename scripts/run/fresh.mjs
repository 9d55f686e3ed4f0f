import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK, root } from './prepare.mjs';

const PROGRAM = join(root, 'apps/cli/dist/main.js');
const SOURCES = ['apps', 'packages', 'openapi', 'scripts'];
const FILES = ['package.json', 'package-lock.json', 'turbo.json', 'tsconfig.base.json'];
const NO_SOURCE = new Set(['node_modules', 'dist', '.turbo', 'test']);
const TEST = /\.test\.tsx?$/;

/**
 * Whether everything is built, the command line is newer than all its possible inputs and no command is building; takes
 * 20 ms.
 */
export function isBuilt() {
  if (existsSync(LOCK)) return false;
  let built_ms;
  try {
    built_ms = statSync(PROGRAM).mtimeMs;
    for (const needed of ['node_modules', 'apps/api/dist/main.js', 'apps/mcp/dist/main.js', 'apps/web/dist'])
      statSync(join(root, needed));
  } catch {
    return false;
  }
  const older = (path) => statSync(path).mtimeMs <= built_ms;
  const olderFolder = (folder) =>
    // The modification time of a folder shows added, removed and renamed files.
    older(folder) &&
    readdirSync(folder, { withFileTypes: true }).every((entry) => {
      if (NO_SOURCE.has(entry.name) || TEST.test(entry.name)) return true;
      const path = join(folder, entry.name);
      return entry.isDirectory() ? olderFolder(path) : older(path);
    });
  return (
    FILES.every((name) => older(join(root, name))) && SOURCES.every((name) => olderFolder(join(root, name)))
  );
}

/** Marks the program as up to date: turbo leaves it untouched if none of its inputs changed. */
export function markBuilt() {
  const now = new Date();
  utimesSync(PROGRAM, now, now);
}
