import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@domesday/datasets/catalogue';
import { emptyDatabase, type Mirror, startMirror, type TestDatabase } from '@domesday/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { domesday } from './domesday.ts';
import {
  designation,
  ENERGY,
  HPI,
  indexFile,
  monthsAgo,
  playCertificates,
  playIndex,
  playPostcodes,
  playSales,
  sale,
} from './publishers.ts';

// Every publisher is played by a mirror on this machine, and every row is made up.
let database: TestDatabase;
let mirror: Mirror;
let home: string;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(() => database?.drop());
beforeEach(async () => {
  mirror = await startMirror();
  home = await mkdtemp(join(tmpdir(), 'domesday-fetch-'));
});
afterEach(async () => {
  await mirror.close();
  await rm(home, { recursive: true, force: true });
});

const TOKEN = 'made-up-token-of-the-energy-service';
const ask = (args: string[], env: Record<string, string> = {}) =>
  domesday([...args, '--mirror', mirror.url], {
    DATABASE_URL: database.url,
    DOMESDAY_HOME: home,
    DOMESDAY_TOKEN_ENERGY: '',
    DOMESDAY_TOKEN_LAND_PROPERTY: '',
    ...env,
  });
/** Requests that downloaded the body of a file. */
const bodies = () => mirror.seen.filter((one) => one.method === 'GET' && /\.csv|codepo\?/.test(one.at));
const prices = async () =>
  (await database.db.query('select average_price from house_price_index')).rows.map((r) => r.average_price);

/** Writes what an interrupted download leaves, as a sparse file, which takes no disk space. */
async function holdPart(address: string, bytes: number): Promise<void> {
  const at = join(home, 'files', createHash('sha256').update(address).digest('hex').slice(0, 32));
  await mkdir(join(home, 'files'), { recursive: true });
  await writeFile(`${at}.json`, JSON.stringify({ name: 'part', etag: '"large"', last_modified: null }));
  await writeFile(`${at}.part`, '');
  await truncate(`${at}.part`, bytes);
}

describe('domesday sources --check', () => {
  it('says which publishers answer and which need a token, and downloads nothing', async () => {
    playIndex(mirror, monthsAgo(2), 200_000);
    mirror.file('data.police.uk/data/archive/latest.zip', '<!doctype html><p>closed', { type: 'text/html' });
    const ids = ['uk-hpi', 'police-crime', 'epc-domestic', 'address-list'];
    const { code, out } = await ask(['sources', ...ids, '--check', '--json']);
    const looks = new Map(JSON.parse(out).map((one: { dataset: string }) => [one.dataset, one]));
    expect(looks.get('uk-hpi')).toMatchObject({ state: 'answers', release: monthsAgo(2) });
    expect(looks.get('police-crime')).toMatchObject({
      state: 'no_answer',
      reason: expect.stringContaining('web page'),
    });
    expect(looks.get('epc-domestic')).toMatchObject({
      state: 'token_missing',
      reason: expect.stringContaining('DOMESDAY_TOKEN_ENERGY'),
    });
    expect(looks.get('address-list')).toMatchObject({ state: 'operator' });
    expect(code).toBe(1);
    expect(bodies()).toEqual([]);
    const table = await ask(['sources', ...ids, '--check']);
    expect(table.out).toContain('1 of 2 publishers that were asked answered');
  });

  it('lists the source of every dataset', async () => {
    const { code, out } = await ask(['sources']);
    expect(code).toBe(0);
    const lines = out.split('\n');
    for (const { id, docs } of Object.values(catalogue))
      expect(
        lines.find((line) => line.startsWith(`${id} `)),
        id,
      ).toContain(docs.where);
    expect(mirror.seen).toEqual([]);
  });
});

describe('domesday fetch', () => {
  it('shows sizes, terms and free space, and fetches nothing without consent', async () => {
    playSales(mirror, '2026-08-28', sale(1, 100_000));
    const { code, out, err } = await ask(['fetch', 'price-paid']);
    expect(code).toBe(1);
    expect(err).toContain('--yes');
    for (const words of ['Royal Mail', 'are free at', 'not loaded yet', '1 kB']) expect(out).toContain(words);
    expect((await ask(['fetch', 'price-paid', '--plan'])).code).toBe(0);
    expect(bodies()).toEqual([]);
  });

  it('verifies the checksum of the newest release, loads it and prints its terms, and does nothing the second time', async () => {
    playIndex(mirror, monthsAgo(2), 200_000);
    playIndex(mirror, monthsAgo(3), 190_000);
    playPostcodes(mirror, '2026-08');
    const first = await ask(['fetch', 'uk-hpi', 'code-point-open', '--yes']);
    expect([
      first.code,
      first.err.replace(/.*(asking|fetching|reading|checking|publishing|updating).*\n/g, ''),
    ]).toEqual([0, '']);
    expect(first.out).toMatch(new RegExp(`uk-hpi +loaded +${monthsAgo(2)} +1 +0`));
    expect(first.out).toMatch(/code-point-open +loaded +2026-08 +1 +0/);
    expect(first.out).toContain('Contains HM Land Registry data');
    expect(first.out + first.err).not.toContain('signature');
    expect(await prices()).toEqual([200_000]);
    // Downloads are deleted once they are loaded.
    expect((await readdir(join(home, 'files'))).filter((name) => !name.endsWith('.json'))).toEqual([]);
    mirror.seen.length = 0;
    const second = await ask(['fetch', 'uk-hpi', 'code-point-open', '--yes']);
    expect(second.out).toContain('uk-hpi: its newest release is loaded');
    expect(second.code).toBe(0);
    expect(bodies()).toEqual([]);
  });

  it('loads the other datasets if a download is not the expected file, and ends with 1', async () => {
    playPostcodes(mirror, '2026-11', { md5: '0'.repeat(32) });
    mirror.play(`${HPI}/UK-HPI-full-file-${monthsAgo(1)}.csv`, (request, response) => {
      // A discontinued service: its page answers 200 to every request, with the type of a file only for HEAD.
      response.writeHead(200, { 'content-type': 'text/csv', etag: '"ended"' });
      response.end(request.method === 'HEAD' ? '' : '<!DOCTYPE html><p>This service has ended');
    });
    playSales(mirror, '2026-08-28', sale(1, 100_000) + sale(2, 120_000));
    const { code, out } = await ask(['fetch', 'code-point-open', 'uk-hpi', 'price-paid', '--yes', '--json']);
    expect(code).toBe(1);
    const { outcomes } = JSON.parse(out);
    expect(outcomes).toMatchObject([
      { outcome: 'failed', code: 'refused', problem: expect.stringContaining('its MD5 is') },
      { outcome: 'failed', code: 'refused', problem: expect.stringContaining('a web page') },
      { outcome: 'loaded', result: { rows_published: 2 } },
    ]);
    expect(await prices()).toEqual([200_000]);
  });

  it.each([
    [
      'a damaged archive',
      'code-point-open',
      () => playPostcodes(mirror, '2026-10', { cut_bytes: 60 }),
      'codepo',
    ],
    [
      'a table that ends within quotation marks',
      'uk-hpi',
      () => mirror.file(`${HPI}/UK-HPI-full-file-${monthsAgo(0)}.csv`, `${indexFile(monthsAgo(0), 1)}"01/`),
      'UK-HPI',
    ],
  ])(
    'downloads %s again in the next run, whether or not the file has changed',
    async (_what, dataset, play, name) => {
      play();
      for (let run = 0; run < 2; run++) {
        mirror.seen.length = 0;
        const { outcomes } = JSON.parse((await ask(['fetch', dataset, '--yes', '--json'])).out);
        expect(outcomes).toMatchObject([{ outcome: 'failed' }]);
        const sent = mirror.seen.filter((one) => one.method === 'GET' && one.at.includes(name)).at(-1)!;
        expect(sent.headers).not.toHaveProperty('if-none-match');
      }
    },
  );

  it('loads the other files of a dataset if one exists at the check but its download fails', async () => {
    const at = (name: string) => `files.planning.data.gov.uk/dataset/${name}.csv`;
    for (const [name, reference] of [
      ['conservation-area', 'CA1'],
      ['green-belt', 'GB1'],
    ] as const)
      mirror.file(at(name), designation(name, reference), { etag: `"${name}"` });
    mirror.play(at('listed-building'), (request, response) => {
      response.writeHead(request.method === 'HEAD' ? 200 : 403, { etag: '"listed"' }).end();
    });
    const { err, out } = await ask(['fetch', 'planning-data', '--yes', '--json']);
    expect(err).toMatch(/planning-data: it is loaded without a file: .*listed-building.csv .*403/);
    expect(JSON.parse(out).outcomes).toMatchObject([{ outcome: 'loaded', result: { rows_published: 2 } }]);
    mirror.file(at('listed-building'), designation('listed-building', 'LB1'), { etag: '"listed"' });
    const again = JSON.parse((await ask(['fetch', 'planning-data', '--yes', '--json'])).out);
    expect(again.outcomes).toMatchObject([{ outcome: 'loaded', result: { rows_published: 3 } }]);
  });

  it('resumes a nearly complete download if the disk has room for the rest only', async () => {
    const file = `${HPI}/UK-HPI-full-file-${monthsAgo(0)}.csv`;
    const { bavail, bsize } = await statfs(home);
    const more_than_free = bavail * bsize + 1e12;
    mirror.play(file, (request, response) => {
      const headers = { etag: '"large"', 'content-type': 'text/csv', 'content-length': more_than_free };
      response.writeHead(request.method === 'HEAD' ? 200 : 410, headers).end();
    });
    const fetched = async () =>
      JSON.parse((await ask(['fetch', 'uk-hpi', '--yes', '--json'])).out).outcomes[0];
    expect((await fetched()).problem).toContain('does not fit');
    await holdPart(`https://${file}`, more_than_free - 1000);
    expect((await fetched()).problem).toContain('the server answered 410');
    expect(mirror.seen.at(-1)!.headers.range).toBe(`bytes=${more_than_free - 1000}-`);
  });

  it('sends a token to its own host only, follows a redirect to a signed address, and prints neither', async () => {
    mirror.json(`${ENERGY}/api/files/domestic/csv/info`, {
      data: { fileSize: 100, lastUpdated: '2026-11-01T02:00:00Z' },
    });
    mirror.play(`${ENERGY}/api/files/domestic/csv`, (_request, response) => {
      response
        .writeHead(302, { location: 'https://store.example/all.zip?X-Signature=made-up-signature' })
        .end();
    });
    mirror.file('store.example/all.zip', 'PK, but no archive', { type: 'application/zip' });
    const without = await ask(['fetch', 'epc-domestic', '--yes']);
    expect([without.code, without.out]).toEqual([1, expect.stringContaining('set DOMESDAY_TOKEN_ENERGY')]);
    expect(mirror.seen).toEqual([]);
    const { code, out, err } = await ask(['fetch', 'epc-domestic', '--yes'], {
      DOMESDAY_TOKEN_ENERGY: TOKEN,
    });
    expect(code).toBe(1);
    for (const one of mirror.seen)
      expect([one.at, one.headers.authorization]).toEqual([
        one.at,
        one.at.startsWith(ENERGY) ? `Bearer ${TOKEN}` : undefined,
      ]);
    expect(mirror.seen.some((one) => one.at.startsWith('store.example/'))).toBe(true);
    expect(out + err).not.toContain(TOKEN);
    expect(out + err).not.toContain('made-up-signature');
  });

  it('names the commands that delete the certificates that the register has deleted', async () => {
    const token = { DOMESDAY_TOKEN_ENERGY: TOKEN };
    const numbers = Array.from({ length: 20 }, (_, i) => 1001 + i);
    playCertificates(mirror, '2026-10-01T02:00:00Z', numbers);
    await ask(['fetch', 'epc-domestic', '--yes'], token);
    playCertificates(mirror, '2026-11-01T02:00:00Z', numbers.slice(1));
    const { out } = await ask(['update', '--yes', '--no-build'], token);
    const told =
      /1 of 20 served certificates.*`npm run domesday -- (.*?)`.* folder (\w+) of DOMESDAY_HOME/.exec(out)!;
    expect(told, out).not.toBeNull();
    await ask([...told[1]!.split(' '), '--yes'], token);
    const kept = (await readdir(join(home, told[2]!))).filter((name) => !name.endsWith('.json'));
    expect(kept).toHaveLength(1);
    const file = join(home, told[2]!, kept[0]!);
    const { code, err } = await domesday(['load', 'epc-domestic', file, '--replace'], {
      DATABASE_URL: database.url,
      DOMESDAY_HOME: home,
    });
    expect(code, err).toBe(0);
    const { rows } = await database.db.query(
      'select min(certificate_number) as first from energy_certificates',
    );
    expect(rows).toEqual([{ first: '1002' }]);
  });

  it.each([
    ['that the publisher states', 20 * 31],
    ['in which it was fetched, if the publisher states none', null],
  ])(
    'dates a file without a release name by the month %s, so that the dataset can become stale',
    async (_, age_days) => {
      const made = new Date(Date.now() - (age_days ?? 0) * 86_400_000);
      const stops = `ATCOCode,CommonName,Easting,Northing,StopType,Status\n0998000001,Cod Lane ${age_days},630000,450000,BCT,active\n`;
      const stamp = age_days === null ? {} : { last_modified: made.toUTCString() };
      mirror.file('naptan.api.dft.gov.uk/v1/access-nodes?dataFormat=csv', stops, {
        etag: `"${age_days}"`,
        ...stamp,
      });
      const { code, err } = await ask(['fetch', 'naptan', '--yes']);
      expect(code, err).toBe(0);
      const status = await domesday(['status', '--json'], {
        DATABASE_URL: database.url,
        DOMESDAY_HOME: home,
      });
      const found = JSON.parse(status.out).datasets.find(
        (one: { dataset: string }) => one.dataset === 'naptan',
      );
      expect([found.release, found.state]).toEqual([
        made.toISOString().slice(0, 7),
        age_days === null ? 'fresh' : 'stale',
      ]);
    },
  );

  it('refuses a mirror that is not on this machine, since it would receive the tokens', async () => {
    const { code, err } = await domesday(['fetch', 'uk-hpi', '--mirror', 'http://mirror.example:80'], {});
    expect([code, err]).toEqual([2, expect.stringContaining('of this machine')]);
  });

  it('names the other process if one is already fetching', async () => {
    playIndex(mirror, monthsAgo(0), 210_000);
    const holder = await database.db.connect();
    await holder.query(
      "select pg_advisory_lock(7201087), set_config('application_name', 'domesday fetch, process 1 on boats', false)",
    );
    try {
      const { code, err } = await ask(['fetch', 'uk-hpi', '--yes']);
      expect([code, err]).toEqual([
        1,
        expect.stringContaining(
          'Another process of this service is fetching (domesday fetch, process 1 on boats)',
        ),
      ]);
    } finally {
      await holder.query('select pg_advisory_unlock_all()');
      holder.release(true);
    }
  });
});
