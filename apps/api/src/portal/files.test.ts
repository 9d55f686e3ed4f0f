import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { portalFiles } from './files.ts';

afterEach(() => {
  delete process.env.DOMESDAY_COMMAND;
});

it('tells an operator in its pages how commands are run where it runs, as text and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'domesday-page-'));
  mkdirSync(join(folder, 'assets'));
  const page = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(page));
  const shown = async () => {
    const server = express().use(portalFiles(folder)).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address() as { port: number };
    const text = await (await fetch(`http://127.0.0.1:${port}/data`)).text();
    await new Promise((done) => server.close(done));
    return /<meta name="domesday-command" content="([^"]*)">/.exec(text)?.[1];
  };
  expect(await shown()).toBe('npm run domesday --');
  process.env.DOMESDAY_COMMAND = 'run "it" --rm domesday $& <here>';
  expect(await shown()).toBe('run &quot;it&quot; --rm domesday $&amp; &lt;here&gt;');
  rmSync(folder, { recursive: true });
});
