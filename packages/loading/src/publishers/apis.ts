import { isoDay } from '../days.ts';
import { releaseFromNames } from '../release.ts';
import { LoadError } from '../types.ts';
import { foundFile } from './found-file.ts';
import { askJson, type Requests, shown } from './requests.ts';
import type { Edition, Finding, FoundFile } from './types.ts';

type By<K extends Finding['by']> = Extract<Finding, { by: K }>;
type Json = Record<string, unknown>;

/** The newest attachment of a page of gov.uk whose title matches. */
export async function findOnPage(
  find: By<'gov-uk'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const page = `https://www.gov.uk/api/content/${find.page}`;
  const answer = objectOf(await askJson(page, requests));
  const title = new RegExp(find.title, 'i');
  const found = listOf(objectOf(answer.details).attachments)
    .flatMap((one) => {
      const url = textOf(one.url);
      const named = textOf(one.title) ?? '';
      return url && title.test(named) && urlIs(url, content) ? [{ one, url, named, day: dayIn(named) }] : [];
    })
    .sort((a, b) => newestFirst(a.day, b.day));
  const newest = found[0];
  if (!newest)
    throw new LoadError('refused', `${shown(page)} has no attachment whose title has "${find.title}".`);
  const on = newest.day ?? textOf(answer.public_updated_at)?.slice(0, 10) ?? null;
  const bytes = typeof newest.one.file_size === 'number' ? newest.one.file_size : null;
  return {
    release: newest.day?.slice(0, 7) ?? null,
    // The address of an attachment changes with each release.
    identity: newest.url,
    published_on: on,
    files: [foundFile(newest.url, content, { bytes })],
    lacking: [],
  };
}

/** The file of an Ordnance Survey product, with its size and MD5. */
export async function findProduct(
  find: By<'os-downloads'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const product = `https://api.os.uk/downloads/v1/products/${find.product}`;
  const { version } = objectOf(await askJson(product, requests));
  const release = textOf(version);
  const list = `${product}/downloads?area=GB&format=${find.format}`;
  const file = listOf(await askJson(list, requests)).find(
    (one) => textOf(one.format) === find.format && (one.area ?? 'GB') === 'GB',
  );
  const address = textOf(file?.url) ?? `${list}&redirect`;
  const md5 = textOf(file?.md5);
  if (!release) throw new LoadError('refused', `${shown(product)} does not say which version it has.`);
  return {
    release: /^\d{4}-\d{2}$/.test(release) ? release : null,
    identity: `${release} ${md5 ?? ''}`.trim(),
    published_on: null,
    files: [
      foundFile(address, content, {
        name: textOf(file?.fileName),
        bytes: typeof file?.size === 'number' ? file.size : null,
        md5: md5 && /^[0-9a-f]{32}$/i.test(md5) ? md5 : null,
      }),
    ],
    lacking: [],
  };
}

/** The newest item of an owner at ArcGIS Online whose title matches. */
export async function findItem(
  find: By<'arcgis-item'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const query = new URLSearchParams({
    q: `title:"${find.title}" AND owner:${find.owner} AND type:"${find.type}"`,
    f: 'json',
    sortField: 'created',
    sortOrder: 'desc',
    num: '50',
  });
  const search = `https://www.arcgis.com/sharing/rest/search?${query}`;
  const matches = new RegExp(find.matches);
  const items = listOf(objectOf(await askJson(search, requests)).results).flatMap((item) => {
    const id = textOf(item.id);
    const title = textOf(item.title) ?? '';
    const release = matches.test(title) ? releaseFromNames([title]) : null;
    // Anybody may publish an item with such a title, so the owner is checked again here.
    return id && /^[0-9a-f]{32}$/.test(id) && item.owner === find.owner && release
      ? [{ id, release, size: item.size }]
      : [];
  });
  const newest = items.sort((a, b) => newestFirst(a.release, b.release))[0];
  if (!newest)
    throw new LoadError('refused', `${shown(search)} has no item "${find.title}" of ${find.owner}.`);
  return {
    release: newest.release,
    identity: newest.id,
    published_on: null,
    files: [
      foundFile(`https://www.arcgis.com/sharing/rest/content/items/${newest.id}/data`, content, {
        bytes: typeof newest.size === 'number' && newest.size > 0 ? newest.size : null,
      }),
    ],
    lacking: [],
  };
}

/** The newest whole file of a dataset of titles. Its API answers with a signed address. */
export async function findTitles(
  find: By<'land-property-api'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const list = `https://use-land-property-data.service.gov.uk/api/v1/datasets/${find.dataset}`;
  const result = objectOf(objectOf(await askJson(list, requests)).result);
  const whole = new RegExp(`^${find.dataset}_full_\\d{4}_\\d{2}\\.zip$`, 'i');
  const names = listOf(result.resources)
    .flatMap((one) => textOf(one.file_name) ?? [])
    .filter((name) => whole.test(name))
    .sort();
  const name = names.at(-1);
  if (!name) throw new LoadError('refused', `${shown(list)} lists no whole file.`);
  return {
    release: releaseFromNames([name]),
    identity: name,
    published_on: null,
    files: [foundFile(`${list}/${name}`, content, { name, signed_at: ['result', 'download_url'] })],
    lacking: [],
  };
}

/** The file of the newest edition of a dataset page of ons.gov.uk. */
export async function findOnDatasetPage(
  find: By<'ons-page'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const page = objectOf(await askJson(`${find.page}/data`, requests));
  const edition = textOf(listOf(page.datasets)[0]?.uri);
  if (!edition?.startsWith('/')) throw new LoadError('refused', `${shown(find.page)}/data names no edition.`);
  const data = `https://www.ons.gov.uk${edition}/data`;
  const details = objectOf(await askJson(data, requests));
  const file = listOf(details.downloads)
    .map((one) => textOf(one.file))
    .find((name) => name && urlIs(name, content));
  if (!file) throw new LoadError('refused', `${shown(data)} names no ${content} file.`);
  const on = textOf(objectOf(details.description).releaseDate)?.slice(0, 10) ?? null;
  return {
    // The day of publication does not tell which month the figures are for.
    release: null,
    identity: `${edition}/${file} ${on ?? ''}`.trim(),
    published_on: on && /^\d{4}-\d{2}-\d{2}$/.test(on) ? on : null,
    files: [foundFile(`https://www.ons.gov.uk/file?uri=${edition}/${file}`, content, { name: file })],
    lacking: [],
  };
}

/** Sorts days or months, the newest first. Equal ones keep the publisher's order. */
function newestFirst(a: string | null, b: string | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? 1 : -1;
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function urlIs(url: string, content: FoundFile['content']): boolean {
  const ending = content === 'gzip' ? 'gz' : content;
  return url.toLowerCase().endsWith(`.${ending}`);
}

/** The day in a title: `… as at 31 August 2026`. */
function dayIn(title: string): string | null {
  const found = /(\d{1,2}) ([A-Z][a-z]+) (20\d\d)/.exec(title);
  const at_ms = found ? Date.parse(`${found[1]} ${found[2]} ${found[3]} UTC`) : Number.NaN;
  return Number.isNaN(at_ms) ? null : isoDay(new Date(at_ms));
}
