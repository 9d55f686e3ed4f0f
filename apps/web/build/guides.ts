import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import type { Plugin } from 'vite';
import { slugOf } from '../../../scripts/lib/document-parts.ts';

const folder = join(import.meta.dirname, '../../../docs/guides');
const PREFIX = 'virtual:guide/';

/**
 * The guides of docs/guides, converted from Markdown to HTML when the pages are built. The numbers in their file names
 * give the order.
 */
export function guideModules(): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id === 'virtual:guides' || id.startsWith(PREFIX) ? `\0${id}` : null),
    load(given) {
      const id = given.slice(1);
      if (!given.startsWith('\0virtual:guide')) return null;
      if (id.startsWith(PREFIX)) return `export default ${JSON.stringify(html(id.slice(PREFIX.length)))}`;
      const files = readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .sort();
      const guides = files.map((file) => ({
        name: file.replace(/^\d+-|\.md$/g, ''),
        title: /^# (.+)$/m.exec(readFileSync(join(folder, file), 'utf8'))?.[1] ?? file,
      }));
      const loads = files.map(
        (file, i) => `${JSON.stringify(guides[i]!.name)}: () => import('${PREFIX}${file}')`,
      );
      return `export const guides = ${JSON.stringify(guides)};\nexport const load = {${loads.join(',')}};`;
    },
  };
}

function html(file: string): string {
  const text = marked.parse(readFileSync(join(folder, file), 'utf8'), { async: false });
  // An element that is wider than the page scrolls separately, so it must be focusable with the keyboard.
  return text
    .replaceAll('\n</code></pre>', '</code></pre>')
    .replaceAll(
      /<h([2-6])>(?!<a id)(.*?)<\/h\1>/g,
      (_, level, words) => `<h${level} id="${slugOf(words)}">${words}</h${level}>`,
    )
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}
