import type { ServerResponse } from 'node:http';
import { type Mirror, startMirror } from '@domesday/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findEdition } from '../src/publishers/find.ts';
import type { Requests } from '../src/publishers/requests.ts';
import type { Download, Finding } from '../src/publishers/types.ts';

// Made-up publishers on a mirror of this machine.
let mirror: Mirror;
let waits: number[];
beforeEach(async () => {
  mirror = await startMirror();
  waits = [];
});
afterEach(() => mirror.close());

const find = (by: Finding, content: Download['content'] = 'csv', more: Partial<Requests> = {}) =>
  findEdition(
    { topic: 'places', find: by, content, bytes: null, rows: null },
    {
      fetch: mirror.fetch,
      attempts: 2,
      clock: { now: () => new Date('2026-11-03T09:00:00Z'), wait: async (ms) => void waits.push(ms) },
      ...more,
    },
  );
const asked = () => mirror.seen.map((one) => one.at);

describe('a name by month', () => {
  const by: Finding = { by: 'month', address: 'https://boats.example/boats-{yyyy}-{mm}.csv', months_back: 3 };

  it('is tried backwards if the file of this month does not exist yet', async () => {
    mirror.file('boats.example/boats-2026-09.csv', 'name\n');
    mirror.file('boats.example/boats-2026-08.csv', 'name\n');
    expect(await find(by)).toMatchObject({
      release: '2026-09',
      identity: '2026-09',
      files: [{ address: 'https://boats.example/boats-2026-09.csv', bytes: 5 }],
    });
    expect(asked()).toEqual(['11', '10', '09'].map((month) => `boats.example/boats-2026-${month}.csv`));
    expect(mirror.seen.every((one) => one.method === 'HEAD')).toBe(true);
  });

  it('gives an error if none of the months exists', async () => {
    await expect(find(by)).rejects.toThrow('None of the last 4 months is there');
  });

  it('gives every month if each month is a separate file, and names the missing ones', async () => {
    const added: Finding = { ...by, since: '2026-07' };
    for (const month of ['07', '09', '10']) mirror.file(`boats.example/boats-2026-${month}.csv`, 'name\n');
    const { files, lacking } = await find(added);
    expect(files.map((file) => file.address.slice(-6, -4))).toEqual(['07', '09', '10']);
    expect(lacking).toEqual(['https://boats.example/boats-2026-08.csv is not there']);
  });
});

it('a name by day is tried backwards into the month before', async () => {
  mirror.file('boats.example/boats20261030.csv', 'name\n');
  const by: Finding = { by: 'day', address: 'https://boats.example/boats{yyyy}{mm}{dd}.csv', days_back: 7 };
  expect(await find(by)).toMatchObject({ release: '2026-10', identity: '2026-10-30' });
});

it('editions under fixed names are identified by ETag or day; without either the identity is null', async () => {
  const by: Finding = {
    by: 'address',
    addresses: ['https://boats.example/a.csv', 'https://boats.example/b.csv'],
  };
  mirror.file('boats.example/a.csv', 'name\n', { etag: '"a1"' });
  mirror.file('boats.example/b.csv', 'name\n', {
    etag: null,
    last_modified: 'Wed, 28 Oct 2026 05:00:00 GMT',
  });
  expect(await find(by)).toMatchObject({
    identity: '"a1" Wed, 28 Oct 2026 05:00:00 GMT',
    published_on: '2026-10-28',
  });
  mirror.file('boats.example/b.csv', 'name\n', { etag: null });
  expect((await find(by)).identity).toBeNull();
  mirror.file('boats.example/b.csv', '<html>', { type: 'text/html' });
  await expect(find(by)).rejects.toThrow('a web page where data are expected');
});

it('a future publication day is read as today, since the publisher’s clock is ahead', async () => {
  const last_modified = 'Tue, 01 Jan 2030 05:00:00 GMT';
  mirror.file('boats.example/a.csv', 'name\n', { last_modified });
  const found = await find({ by: 'address', addresses: ['https://boats.example/a.csv'] });
  expect(found.published_on).toBe('2026-11-03');
});

it('an address that refuses HEAD is asked for one byte', async () => {
  mirror.play('boats.example/a.csv', (request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(405).end();
    response.writeHead(206, { 'content-range': 'bytes 0-0/1234', etag: '"a"' }).end('n');
  });
  const { files } = await find({ by: 'address', addresses: ['https://boats.example/a.csv'] });
  expect(files).toMatchObject([{ bytes: 1234 }]);
  expect(mirror.seen[1]!.headers.range).toBe('bytes=0-0');
});

it('a redirect gives the month, and its target is not stored', async () => {
  mirror.play('boats.example/latest.zip', (_request, response) => {
    response.writeHead(302, { location: 'https://store.example/2026-09.zip?key=secret' }).end();
  });
  mirror.file('store.example/2026-09.zip', 'PK');
  const edition = await find(
    { by: 'redirect', address: 'https://boats.example/latest.zip', release: '(\\d{4}-\\d{2})\\.zip$' },
    'zip',
  );
  expect(edition).toMatchObject({
    release: '2026-09',
    files: [{ address: 'https://boats.example/latest.zip' }],
  });
  expect(JSON.stringify(edition)).not.toContain('secret');
});

describe('the content API of gov.uk', () => {
  const by: Finding = { by: 'gov-uk', page: 'government/boats', title: 'Boats as at' };
  const page = 'www.gov.uk/api/content/government/boats';

  it('gives the newest attachment with the title, by the day in the title, in any order', async () => {
    const url = (name: string) => `https://assets.example/${name}`;
    mirror.json(page, {
      public_updated_at: '2026-10-30T09:00:00Z',
      details: {
        attachments: [
          { title: 'Boats as at 30 June 2026', url: url('june.csv') },
          { title: 'Boats as at 30 September 2026', url: url('september.csv'), file_size: 77 },
          { title: 'Boats as at 30 September 2026', url: url('september.ods') },
          { title: 'Ships as at 31 October 2026', url: url('ships.csv') },
        ],
      },
    });
    expect(await find(by)).toMatchObject({
      release: '2026-09',
      published_on: '2026-09-30',
      files: [{ address: url('september.csv'), bytes: 77 }],
    });
  });

  it('gives an error that names the page if the page was renamed', async () => {
    mirror.json(page, { details: { attachments: [] } });
    await expect(find(by)).rejects.toThrow(
      'https://www.gov.uk/api/content/government/boats has no attachment whose title has "Boats as at".',
    );
    mirror.file(page, '<!doctype html>', { type: 'text/html' });
    await expect(find(by)).rejects.toThrow('answered a web page where JSON is expected');
  });
});

it('ArcGIS gives the newest item of the given owner, and no item of another owner with such a title', async () => {
  const id = (n: number) => String(n).repeat(32);
  const owner = 'Boats_data';
  mirror.json('www.arcgis.com/sharing/rest/search', {
    results: [
      { id: id(1), title: 'Boat Directory (May 2026)', owner, size: 10 },
      { id: id(2), title: 'Boat Directory (August 2026) User Guide', owner },
      { id: id(3), title: 'Boat Directory (August 2026)', owner, size: 20 },
      { id: id(4), title: 'Boat Directory (November 2026)', owner: 'somebody' },
    ],
  });
  const by: Finding = {
    by: 'arcgis-item',
    owner,
    title: 'Boat Directory',
    matches: '^Boat Directory \\([A-Z][a-z]+ \\d{4}\\)$',
    type: 'CSV Collection',
  };
  expect(await find(by, 'zip')).toMatchObject({
    release: '2026-08',
    files: [{ address: `https://www.arcgis.com/sharing/rest/content/items/${id(3)}/data`, bytes: 20 }],
  });
});

it('the first listed of two items or attachments of one release is used', async () => {
  const [corrected, former] = ['b'.repeat(32), 'a'.repeat(32)];
  const item = { title: 'Boat Directory (August 2026)', owner: 'Boats_data' };
  const results = [corrected, former].map((id) => ({ ...item, id }));
  mirror.json('www.arcgis.com/sharing/rest/search', { results });
  const by = {
    by: 'arcgis-item',
    owner: 'Boats_data',
    title: 'Boat Directory',
    type: 'CSV Collection',
  } as const;
  expect(await find({ ...by, matches: '^Boat Directory \\(.*\\)$' }, 'zip')).toMatchObject({
    identity: corrected,
  });

  const attachments = ['corrected', 'former'].map((name) => ({
    title: 'Boats as at 31 August 2026',
    url: `https://x.example/${name}.csv`,
  }));
  mirror.json('www.gov.uk/api/content/government/boats', { details: { attachments } });
  expect(await find({ by: 'gov-uk', page: 'government/boats', title: 'Boats as at' })).toMatchObject({
    identity: 'https://x.example/corrected.csv',
  });
});

it('the downloads API of Ordnance Survey gives version, size and MD5', async () => {
  const product = 'api.os.uk/downloads/v1/products/Boats';
  const md5 = '0123456789abcdef'.repeat(2);
  mirror.json(product, { version: '2026-08' });
  mirror.json(`${product}/downloads`, [
    { format: 'GML', area: 'GB', url: 'https://x.example/gml', md5 },
    { format: 'CSV', area: 'GB', url: 'https://x.example/csv', md5, size: 9, fileName: 'boats.zip' },
  ]);
  expect(await find({ by: 'os-downloads', product: 'Boats', format: 'CSV' }, 'zip')).toMatchObject({
    release: '2026-08',
    identity: `2026-08 ${md5}`,
    files: [{ address: 'https://x.example/csv', name: 'boats.zip', bytes: 9, md5 }],
  });
});

it('the API of titles gives the newest full file, not a change file', async () => {
  mirror.json('use-land-property-data.service.gov.uk/api/v1/datasets/ccod', {
    result: {
      resources: ['CCOD_FULL_2026_09.zip', 'CCOD_COU_2026_11.zip', 'CCOD_FULL_2026_10.zip'].map(
        (file_name) => ({
          file_name,
        }),
      ),
    },
  });
  expect(await find({ by: 'land-property-api', dataset: 'ccod' }, 'zip')).toMatchObject({
    release: '2026-10',
    files: [{ name: 'CCOD_FULL_2026_10.zip', signed_at: ['result', 'download_url'] }],
  });
});

it('a dataset page of ons.gov.uk gives the file of its newest edition', async () => {
  const page = 'https://www.ons.gov.uk/boats/datasets/rents';
  mirror.json('www.ons.gov.uk/boats/datasets/rents/data', {
    datasets: [{ uri: '/boats/datasets/rents/current' }],
  });
  mirror.json('www.ons.gov.uk/boats/datasets/rents/current/data', {
    downloads: [{ file: 'rents.csv' }, { file: 'rents.xlsx' }],
    description: { releaseDate: '2026-10-21T23:00:00.000Z' },
  });
  expect(await find({ by: 'ons-page', page }, 'xlsx')).toMatchObject({
    published_on: '2026-10-21',
    files: [{ address: 'https://www.ons.gov.uk/file?uri=/boats/datasets/rents/current/rents.xlsx' }],
  });
});

it('the links of a page give the newest day for each place', async () => {
  const link = (place: string, day: string) => `http://data.example/${place}/${day}/boats.csv.gz`;
  const links = [link('bath', '2026-06-01'), link('bath', '2026-09-01'), link('york', '2026-07-01')];
  mirror.file('boats.example/get', links.map((one) => `<a href="${one}">`).join(''), { type: 'text/html' });
  const matches = 'https?://data\\.example/(?<place>[a-z]+)/(?<day>\\d{4}-\\d{2}-\\d{2})/boats\\.csv\\.gz';
  const { files } = await find({ by: 'links', page: 'https://boats.example/get', matches }, 'gzip');
  expect(files.map((file) => file.address)).toEqual([
    'https://data.example/bath/2026-09-01/boats.csv.gz',
    'https://data.example/york/2026-07-01/boats.csv.gz',
  ]);
});

describe('a list', () => {
  const by: Finding = { by: 'os-downloads', product: 'Boats', format: 'CSV' };
  const at = 'api.os.uk/downloads/v1/products/Boats';
  const list = `${at}/downloads?area=GB&format=CSV`;
  const begin = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');

  it('that breaks off is asked for again', async () => {
    mirror.json(at, { version: '2026-10' });
    mirror.play(list, (_q, response, times) => {
      if (times > 0) response.writeHead(200).end('[{"format":"CSV","area":"GB","size":7}]');
      else {
        begin(response);
        setTimeout(() => response.destroy(), 20);
      }
    });
    expect((await find(by)).files).toMatchObject([{ bytes: 7 }]);
  });

  it('that comes byte by byte without end is given up with an error that names its address', async () => {
    mirror.json(at, { version: '2026-10' });
    mirror.play(list, (_q, response) => {
      begin(response);
      const more = setInterval(() => response.write(' '), 5);
      response.on('close', () => clearInterval(more));
    });
    await expect(find(by, 'csv', { within_ms: 200 })).rejects.toThrow(
      `https://${at}/downloads could not be asked: no whole answer came in time.`,
    );
  });

  it('that is larger than any real list is not held in memory', async () => {
    mirror.json(at, { version: '2026-10' });
    mirror.play(list, (_q, response) => {
      begin(response);
      response.end(Buffer.alloc(65 * 1024 ** 2, ' '));
    });
    await expect(find(by)).rejects.toThrow('more than a list of files can hold');
  });

  it('that breaks off each time gives an error that names its address', async () => {
    mirror.play('boats.example/data', (_q, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('<html>');
      setTimeout(() => response.destroy(), 20);
    });
    const links: Finding = { by: 'links', page: 'https://boats.example/data', matches: 'x' };
    await expect(find(links)).rejects.toThrow('https://boats.example/data could not be asked: terminated');
  });
});

it('waits for as long as Retry-After says, and gives an error for a publisher that does not answer', async () => {
  mirror.play('boats.example/a.csv', (_request, response, times) => {
    if (times === 0) response.writeHead(429, { 'retry-after': '3' }).end();
    else response.writeHead(200, { etag: '"a"' }).end();
  });
  const by: Finding = { by: 'address', addresses: ['https://boats.example/a.csv'] };
  expect((await find(by)).identity).toBe('"a"');
  expect(waits).toEqual([3000]);
  const dead = () => Promise.reject(new Error('fetch failed'));
  await expect(find(by, 'csv', { fetch: dead as unknown as typeof fetch })).rejects.toThrow(
    'https://boats.example/a.csv could not be asked: fetch failed.',
  );
});

describe('several fixed names of which any may be missing', () => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `boats.example/${name}.csv`);
  const by: Finding = { by: 'address', addresses: names.map((name) => `https://${name}`), may_lack: true };

  it.each([403, 503])('are found except one that answers %i, which is named', async (status) => {
    for (const name of names) mirror.file(name, 'name\n');
    mirror.play(names[1]!, (_request, response) => void response.writeHead(status).end());
    const { files, lacking } = await find(by);
    expect(files).toHaveLength(3);
    expect(lacking).toEqual([expect.stringMatching(`b\\.csv .*${status}`)]);
  });

  it('are not all requested if the publisher itself fails', async () => {
    for (const name of names) mirror.play(name, (_request, response) => void response.writeHead(503).end());
    await expect(find(by)).rejects.toThrow('503');
    expect(new Set(asked())).toEqual(new Set(names.slice(0, 2)));
  });
});
