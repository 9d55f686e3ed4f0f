import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import express, { type ErrorRequestHandler } from 'express';
import { afterEach, expect, it } from 'vitest';
import type { ApiError } from '../http/errors.ts';
import { unknownPath } from '../http/operations.ts';
import { portalFiles } from './files.ts';

afterEach(() => {
  delete process.env.DOMESDAY_COMMAND;
});

function builtPortal(): { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'domesday-page-'));
  mkdirSync(join(folder, 'assets'));
  const page = readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8');
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(page));
  writeFileSync(join(folder, 'assets/made-up.js'), '');
  return { folder };
}

it('refuses all methods but GET and HEAD for its pages and files, and ignores other paths', async () => {
  const { folder } = builtPortal();
  const app = express().use(portalFiles(folder), unknownPath);
  app.use(
    ((error: ApiError, _req, res, _next) =>
      void res.status(error.status).set(error.headers).end()) as ErrorRequestHandler,
  );
  const server = app.listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as { port: number };
  const told = async (path: string, method: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [path, method, status, headers.get('allow')];
  };
  for (const path of ['/', '/account', '/homes/1', '/v1/docs', '/assets/made-up.js']) {
    for (const method of ['GET', 'HEAD']) expect(await told(path, method)).toEqual([path, method, 200, null]);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await told(path, method)).toEqual([path, method, 405, 'GET, HEAD']);
  }
  expect(await told('/made-up', 'POST')).toEqual(['/made-up', 'POST', 404, null]);
  await new Promise((done) => server.close(done));
  rmSync(folder, { recursive: true });
});

it('states in its pages how commands are run on this server, with special characters escaped', async () => {
  const { folder } = builtPortal();
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
