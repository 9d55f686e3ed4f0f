import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { buildMarket } from '@domesday/builds/packed-sales';
import { LOCKS_HERE } from '@domesday/testing';
import { program } from '@domesday/testing/program';
import { CODE_POINT, refusal, type Scratch, scratch } from '@domesday/testing/scratch';
import { zipOf } from '@domesday/testing/zip';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nameHolder } from '../src/lock-holder.ts';
import { releaseLoadLock, takeLoadLock } from '../src/record.query.ts';

let s: Scratch;
beforeAll(async () => {
  s = await scratch();
});
afterAll(() => s.drop());
beforeEach(async () => {
  await s.database.db.query('truncate code_point_postcodes, sales, dataset_loads, dataset_rejects cascade');
});

/** Derived tables are not tested here, so they are not built. */
const loadText: Scratch['loadText'] = (dataset, text, options) =>
  s.loadText(dataset, text, { skipDerived: true, ...options });
const load: Scratch['load'] = (dataset, uris, options) =>
  s.load(dataset, uris, { skipDerived: true, ...options });

const row = (postcode: string, easting?: number) => CODE_POINT(postcode, 10, easting);
const served = async () =>
  (await s.rows('select postcode from code_point_postcodes order by 1')).map((r) => r.postcode);
async function tarOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, Buffer.from(content));
  tar.finalize();
  const parts: Buffer[] = [];
  for await (const part of tar) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

describe('the packing of a file', () => {
  const text = row('XE1 1AA') + row('XE1 1AB');
  const two = {
    'Doc/Code-Point_Open_Column_Headers.csv': 'PC,PQ\nPostcode,Quality\n',
    'Data/CSV/xe.csv': text,
  };
  it.each<[string, () => Promise<Uint8Array>]>([
    ['plain', async () => Buffer.from(text)],
    ['gz', async () => gzipSync(text)],
    ['zip', async () => zipOf(two)],
    ['zip in a zip', async () => zipOf({ 'codepo.zip': zipOf(two), 'readme.txt': 'About this product' })],
    ['tar', () => tarOf(two)],
    ['tar.gz', async () => gzipSync(await tarOf(two))],
  ])('is recognised by content, not by name: %s', async (_kind, bytes) => {
    await loadText('code-point-open', await bytes(), { name: 'anything.bin' });
    expect(await served()).toEqual(['XE1 1AA', 'XE1 1AB']);
  });

  it('may be a folder, in which files of other kinds are skipped', async () => {
    const folder = join(s.folder, 'codepo');
    await mkdir(join(folder, 'Data'), { recursive: true });
    await writeFile(join(folder, 'Data', 'xe.csv'), row('XE1 1AA'));
    await writeFile(join(folder, 'Data', 'xw.csv'), row('XW1 1AA'));
    await writeFile(join(folder, 'readme.txt'), 'About this product\n');
    const result = await load('code-point-open', [folder]);
    expect(await served()).toEqual(['XE1 1AA', 'XW1 1AA']);
    expect(result.checks.find((c) => c.name === 'passed_over')?.detail).toContain('readme.txt');
  });

  it.each([
    ['gzip in gzip', 'gzip', async () => gzipSync(gzipSync(text))],
    ['zip in gzip', 'zip', async () => gzipSync(zipOf(two))],
    ['gzip in tar', 'gzip', () => tarOf({ 'Data/CSV/xe.csv': gzipSync(text) })],
    ['gzip twice in zip', 'gzip', async () => zipOf({ 'xe.csv.gz': gzipSync(gzipSync(text)) })],
    ['Zstandard', 'Zstandard', async () => Buffer.from('28b52ffd000000000000', 'hex')],
    ['LZ4', 'LZ4', async () => Buffer.from('04224d18000000000000', 'hex')],
  ])('is refused with advice if it is not one that is read: %s', async (_how, packing, bytes) => {
    const error = await refusal(loadText('code-point-open', await bytes(), { name: 'anything.bin' }));
    expect(error.code).toBe('refused');
    expect(error.message).toContain(`packed with ${packing}`);
    expect(error.message).toContain('Unpack it and load the files in it.');
  });

  it('is refused at once for a pipe, which cannot be read twice', async () => {
    const path = join(s.folder, 'pipe.csv');
    execFileSync('mkfifo', [path]);
    expect((await refusal(load('code-point-open', [path]))).message).toContain('Save it as a file');
  });

  it('may contain documents, which the load names once for each reason', async () => {
    const about = 'About this product\n';
    const documents = { 'Doc/licence.txt': about, 'Doc/metadata.txt': about, 'Doc/readme.txt': about };
    const { checks } = await loadText('code-point-open', zipOf({ 'xe.csv': text, ...documents }));
    expect(checks.find((c) => c.name === 'passed_over')?.detail).toBe(
      '3 files were not loaded. Doc/licence.txt, Doc/metadata.txt, Doc/readme.txt: it has 1 column.',
    );
  });

  it('is refused if it is cut short, and the served rows stay', async () => {
    await loadText('code-point-open', row('XE1 1AA'));
    const whole = gzipSync(Array.from({ length: 20_000 }, (_, i) => row('XE1 1AB', 620000 + i)).join(''));
    const error = await refusal(loadText('code-point-open', whole.subarray(0, whole.length / 2)));
    expect(error.code).toBe('archive');
    expect(await served()).toEqual(['XE1 1AA']);
  });
});

describe('the encoding of a file', () => {
  const list = (name: string) => `UPRN,ADDRESS,POSTCODE\n998000000001,${name},XE1 1AA\n`;
  const address = async () =>
    (await s.rows(`select address from all_address_records() where variant = 0`))[0]?.address;
  afterEach(() =>
    s.database.db.query('truncate address_records, address_record_packs, addresses, dataset_loads cascade'),
  );

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(list('1 CAFÉ ROW’S'))],
    ['UTF-8 behind a byte order mark', Buffer.from(`\ufeff${list('1 CAFÉ ROW’S')}`)],
    ['UTF-16', Buffer.from(`\ufeff${list('1 CAFÉ ROW’S')}`, 'utf16le')],
    ['UTF-16 without its mark', Buffer.from(list('1 CAFÉ ROW’S'), 'utf16le')],
    ['with semicolons', Buffer.from(list('1 CAFÉ ROW’S').replaceAll(',', ';'))],
    ['with tabs', Buffer.from(list('1 CAFÉ ROW’S').replaceAll(',', '\t'))],
    [
      'Windows-1252',
      Buffer.concat([Buffer.from(list('1 CAF\u00c9 ROW@S'), 'latin1')]).map((b) => (b === 64 ? 0x92 : b)),
    ],
  ])('is read: %s', async (_name, bytes) => {
    await loadText('address-list', bytes);
    expect(await address()).toBe('1 CAFÉ ROW’S, XE1 1AA');
  });

  it('is refused for a web page that was saved under the name of the data', async () => {
    const page = loadText('address-list', '<!DOCTYPE html><html><body>Sign in</body></html>');
    expect(await refusal(page)).toMatchObject({ message: expect.stringContaining('a web page, not data') });
    const table = '<table><tr><th>UPRN</th></tr><tr><td>1</td></tr></table>';
    expect(await refusal(loadText('address-list', table, { name: 'register.xls' }))).toMatchObject({
      message: expect.stringContaining('a table of a web page under another name'),
    });
  });

  it('costs only the invalid row if the dataset declares no encoding but UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('UPRN,X_COORDINATE,Y_COORDINATE,LATITUDE,LONGITUDE\n998000000001,620000,440000,53.81,1.34'),
      Buffer.from([0xe9]),
      Buffer.from('\n998000000002,620000,440000,53.81,1.34\n'),
    ]);
    expect(await loadText('os-open-uprn', bytes)).toMatchObject({ rows_published: 1, rows_rejected: 1 });
    expect((await s.rows('select reason from dataset_rejects'))[0].reason).toContain('encoding');
  });
});

describe('a load', () => {
  it('that fails a check keeps the old rows served, and records the failure', async () => {
    await loadText(
      'code-point-open',
      Array.from({ length: 9 }, (_, i) => row(`XE1 1A${'ABDEFGHJL'[i]}`)).join(''),
    );
    const error = await refusal(loadText('code-point-open', row('XE1 1ZZ')));
    expect(error.code).toBe('checks');
    expect(error.message).toContain('1 row, 9 before');
    expect((await served()).length).toBe(9);
    expect(await s.rows('select status, failure from dataset_loads order by id desc limit 1')).toEqual([
      { status: 'failed', failure: error.message },
    ]);
    expect((await loadText('code-point-open', row('XE1 1ZZ'), { force: true })).status).toBe('published');
    expect(await served()).toEqual(['XE1 1ZZ']);
  });

  it('of a file with only bad rows publishes nothing and records the reasons', async () => {
    const error = await refusal(
      loadText(
        'code-point-open',
        `${row('XE1 1AA').replace('620100', 'east')}${row('XE1 1AB').replace('620100', 'east')}`,
      ),
    );
    expect(error.message).toContain(
      'None of 2 rows could be used. All were refused: The coordinates are not numbers.',
    );
    expect((await s.rows('select reason from dataset_rejects')).length).toBe(2);
  });

  it('records the file name beside the line of a refused row, since line numbers repeat in each file', async () => {
    const bad = 'XE1,10,1,1,"E92000001","","","","",""\n';
    const paths = [
      await s.file(row('XE1 1AA') + bad, 'xe.csv'),
      await s.file(row('XW1 1AA') + bad, 'xw.csv'),
    ];
    await load('code-point-open', paths);
    expect(await s.rows('select file, line from dataset_rejects order by 1')).toEqual([
      { file: 'xe.csv', line: 2 },
      { file: 'xw.csv', line: 2 },
    ]);
  });

  it('refuses all files if one of them is of another dataset, before anything is written', async () => {
    const paths = [await s.file(row('XE1 1AA')), await s.file('a,b\n1,2\n')];
    expect((await refusal(load('code-point-open', paths))).code).toBe('refused');
    expect(await s.rows('select from dataset_loads')).toEqual([]);
    expect(await s.rows(`select from pg_tables where schemaname = 'staging'`)).toEqual([]);
  });

  it('leaves no staging table behind, whether it succeeds or fails', async () => {
    await loadText('code-point-open', row('XE1 1AA'));
    await loadText('code-point-open', 'XE1,10\n').catch(() => {});
    expect(await s.rows(`select from pg_tables where schemaname = 'staging'`)).toEqual([]);
  });

  it('reports rows and rejects of each phase during its progress', async () => {
    const seen: { phase: string; rows: number; rejects: number }[] = [];
    await loadText('code-point-open', `${row('XE1 1AA')}"no postcode",10,1,1,"","","","","",""\n`, {
      skipDerived: false,
      onProgress: ({ phase, rows, rejects }) => seen.push({ phase, rows, rejects }),
    });
    expect([...new Set(seen.map((p) => p.phase))]).toEqual([
      'fetch',
      'stage',
      'check',
      'publish',
      'derive',
      'done',
    ]);
    expect(seen.at(-1)).toEqual({ phase: 'done', rows: 2, rejects: 1 });
  });

  it('of an unknown dataset names the datasets that exist', async () => {
    const error = await refusal(load('prices', ['x']));
    expect(error.message).toContain('price-paid');
  });

  it('that is killed keeps the old rows served, and the next load cleans up after it', async () => {
    await loadText(
      'price-paid',
      '"{AAAAAAAA-0000-0000-0000-000000000000}","1","2020-01-01 00:00","XE1 1AA","D","N","F","1","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n',
    );
    const many = Array.from(
      { length: 3000 },
      (_, i) =>
        `"{BBBBBBBB-0000-0000-0000-${String(i).padStart(12, '0')}}","1","2020-01-01 00:00","XE1 1AA","D","N","F","1","","COD LANE","","XTON","XTON","XSHIRE","A","A"\n`,
    ).join('');
    const path = await s.file(many, 'many.csv');
    const { file: main, execArgv } = program('cli');
    const child = spawn(process.execPath, [...execArgv, main, 'load', 'price-paid', path], {
      env: { ...process.env, DATABASE_URL: s.database.url, DOMESDAY_HOME: s.folder },
      stdio: 'ignore',
    });
    const ended = new Promise((done) => child.on('close', done));
    // Blocked while it writes sales, so that it is killed in the middle of publishing.
    const holder = await s.database.db.connect();
    try {
      await holder.query('begin; lock table sales in share mode');
      const held = `select count(*)::int as n from ${LOCKS_HERE} where relation = 'sales'::regclass and not granted`;
      await expect.poll(async () => (await s.rows(held))[0].n, { interval: 100 }).toBe(1);
      child.kill('SIGKILL');
      await ended;
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await s.rows('select count(*) as n from sales')).toEqual([{ n: 1 }]);
    expect((await s.rows(`select status from dataset_loads order by id desc limit 1`))[0].status).toBe(
      'running',
    );

    await loadText('code-point-open', row('XE1 1AA'));
    expect(await s.rows(`select from pg_tables where schemaname = 'staging'`)).toEqual([]);
    expect(
      await s.rows(
        `select status, failure from dataset_loads where dataset = 'price-paid' order by id desc limit 1`,
      ),
    ).toEqual([{ status: 'failed', failure: 'The load was interrupted. Run it again.' }]);
    expect((await load('price-paid', [path])).rows_published).toBe(3000);
  });

  it('waits for another load that is running, and both are published', async () => {
    const results = await Promise.all([
      loadText('code-point-open', row('XE1 1AA')),
      loadText('code-point-open', row('XW1 1AA')),
    ]);
    expect(results.map((r) => r.status)).toEqual(['published', 'published']);
    expect(await served()).toEqual(['XE1 1AA', 'XW1 1AA']);
  });

  it('makes the packing of sales wait until it ends, and the packing names that load', async () => {
    const waiting = `select count(*)::int as n from ${LOCKS_HERE} where locktype = 'advisory' and not granted`;
    const loader = await s.database.db.connect();
    try {
      await takeLoadLock(loader, true);
      await nameHolder(loader, 'load price-paid');
      let packed = false;
      const holders: (string | null)[] = [];
      const packing = buildMarket(s.database.db, (holder) => holders.push(holder)).then(() => {
        packed = true;
      });
      await expect.poll(async () => (await s.rows(waiting))[0].n).toBe(1);
      const holder = `^domesday load price-paid, process ${process.pid} on `;
      await expect.poll(() => holders).toEqual([expect.stringMatching(holder)]);
      expect(packed).toBe(false);
      await releaseLoadLock(loader);
      await packing;
      expect(packed).toBe(true);
    } finally {
      // Closed, so that the lock is released even if the test fails.
      loader.release(true);
    }
  });
});

describe('an address', () => {
  const body = Buffer.from(Array.from({ length: 4000 }, (_, i) => row('XE1 1AA', 620000 + i)).join(''));
  let server: Server;
  let requests: { range?: string; ifRange?: string; ifNoneMatch?: string }[] = [];
  /** Bytes after which the next answer is cut off, one entry per request. */
  let breaks: number[] = [];
  let etag = '"one"';
  let base = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
      requests.push({ range, ifRange: ifRange as string | undefined, ifNoneMatch });
      if (request.url === '/gone') {
        response.writeHead(404).end();
        return;
      }
      if (ifNoneMatch === etag) {
        response.writeHead(304, { etag }).end();
        return;
      }
      const from = range && ifRange === etag ? Number(/\d+/.exec(range)![0]) : 0;
      const part = body.subarray(from);
      response.writeHead(from ? 206 : 200, {
        etag,
        'content-length': part.length,
        ...(from ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}),
      });
      const stop = breaks.shift();
      if (stop === undefined) response.end(part);
      else response.write(part.subarray(0, stop), () => setTimeout(() => response.destroy(), 300));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((done) => server.close(done)));
  beforeEach(() => {
    requests = [];
    breaks = [];
    etag = '"one"';
  });

  it('is downloaded, resumed where it broke off, and stored under its content hash', async () => {
    breaks = [100_000, 50_000];
    const result = await load('code-point-open', [`${base}/xe.csv?key=secret`]);
    expect(result.rows_read).toBe(4000);
    expect(requests.length).toBe(3);
    expect(requests[0]!.range).toBeUndefined();
    for (const { range, ifRange } of requests.slice(1)) {
      expect(Number(/\d+/.exec(range!)![0])).toBeGreaterThan(0);
      expect(ifRange).toBe('"one"');
    }
    expect(existsSync(join(s.folder, 'files', result.content_hash))).toBe(true);
    expect((await readdir(join(s.folder, 'files'))).filter((f) => f.endsWith('.part'))).toEqual([]);
    expect((await s.rows('select uri from dataset_loads'))[0].uri).toBe(`${base}/xe.csv`);
  });

  it('is not downloaded again while the publisher has nothing newer', async () => {
    await load('code-point-open', [`${base}/again.csv`]);
    const again = await load('code-point-open', [`${base}/again.csv`]);
    expect(again.status).toBe('unchanged');
    expect(requests.map((r) => r.ifNoneMatch)).toEqual([undefined, '"one"']);
  });

  it('is downloaded from the start if the edition changed between two attempts', async () => {
    breaks = [100_000];
    const first = load('code-point-open', [`${base}/edition.csv`]);
    while (requests.length < 1) await sleep(5);
    etag = '"two"';
    expect((await first).rows_read).toBe(4000);
  });

  it('that does not exist is refused in a sentence', async () => {
    const error = await refusal(load('code-point-open', [`${base}/gone`]));
    expect(error.code).toBe('download');
    expect(error.message).toContain('404');
    expect(requests.length).toBe(1);
  });
});
