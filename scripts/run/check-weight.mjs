// The gzipped size of what each page of the portal loads, against its budget. Computed from the build.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const dist = join(root, 'apps/web/dist');
const PLAIN_KB = 60;
const MAP_KB = 550;
/** Views with a map in them. */
const WITH_MAP = new Set(['home', 'area', 'map']);

const pages = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const weigh = (file) => statSync(join(dist, existsSync(join(dist, `${file}.gz`)) ? `${file}.gz` : file)).size;

/** The files of a chunk with its imports; with `later` also its dynamic imports. */
function filesOf(key, later, found = new Set()) {
  const chunk = pages[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const file of [...(chunk.css ?? []), ...(chunk.assets ?? [])]) found.add(file);
  for (const next of chunk.imports ?? []) filesOf(next, later, found);
  if (later) for (const next of chunk.dynamicImports ?? []) if (later(next)) filesOf(next, later, found);
  return found;
}

let over = 0;
const shell = filesOf('index.html', null);
const views = Object.keys(pages).filter((key) => key.startsWith('src/pages/'));
for (const view of views) {
  const name = view.slice('src/pages/'.length, -'.tsx'.length);
  // Chart and map load later; for a documentation page the heaviest of its chunks counts.
  const own = filesOf(view, (key) => /^src\/lib\//.test(key));
  const chunks = (pages[view].dynamicImports ?? []).concat(
    (pages[view].imports ?? []).flatMap((key) => pages[key]?.dynamicImports ?? []),
  );
  const opened = chunks.filter((key) => !/^src\//.test(key)).map((key) => weigh(pages[key].file));
  const files = new Set(['index.html', ...shell, ...own]);
  if (WITH_MAP.has(name))
    for (const file of readdirSync(join(dist, 'assets')))
      if (/^(maplibre-gl-worker|isles|fiction)-[^.]+\.(mjs|json)$/.test(file)) files.add(`assets/${file}`);
  const kb = ([...files].reduce((sum, file) => sum + weigh(file), 0) + Math.max(0, ...opened)) / 1024;
  const budget = WITH_MAP.has(name) ? MAP_KB : PLAIN_KB;
  if (kb > budget) over++;
  console.log(
    `${kb > budget ? 'OVER' : 'ok  '} ${name.padEnd(10)} ${kb.toFixed(1).padStart(6)} kB of ${budget}`,
  );
}
process.exit(over ? 1 : 0);
