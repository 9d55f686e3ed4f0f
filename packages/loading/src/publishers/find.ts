import { withoutStop } from '@domesday/files/errors';
import { MONTHS } from '../dates.ts';
import { DAY_MS, isoDay } from '../days.ts';
import { LoadError } from '../types.ts';
import { findItem, findOnDatasetPage, findOnPage, findProduct, findTitles } from './apis.ts';
import { foundFile } from './found-file.ts';
import { ask, askJson, askText, type Requests, SYSTEM_CLOCK, shown } from './requests.ts';
import type { Download, Edition, Finding, FoundFile } from './types.ts';

/**
 * Finds the newest release of a dataset at its publisher, without downloading it. Throws LoadError if the publisher
 * does not answer or has no release.
 */
export async function findEdition(download: Download, requests: Requests): Promise<Edition> {
  const { find } = download;
  const content = download.content ?? 'csv';
  switch (find.by) {
    case 'address':
      return fixed(find, content, requests);
    case 'month':
      return byMonth(find, content, requests);
    case 'day':
      return byDay(find, content, requests);
    case 'redirect':
      return byRedirect(find, content, requests);
    case 'file-info':
      return byFileInfo(find, content, requests);
    case 'gov-uk':
      return findOnPage(find, content, requests);
    case 'os-downloads':
      return findProduct(find, content, requests);
    case 'arcgis-item':
      return findItem(find, content, requests);
    case 'land-property-api':
      return findTitles(find, content, requests);
    case 'ons-page':
      return findOnDatasetPage(find, content, requests);
    case 'links':
      return byLinks(find, content, requests);
    case 'operator':
      throw new LoadError('not_found', 'The operator brings its files.');
  }
}

type By<K extends Finding['by']> = Extract<Finding, { by: K }>;

interface Probe {
  file: FoundFile;
  /** ETag or Last-Modified. */
  validator: string | null;
  published_on: string | null;
  /** The address after redirects. It may be signed, so never show it. */
  final_address: string;
}

/** Asks for the headers of a file. Null if the publisher does not have it. */
async function probe(
  address: string,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Probe | null> {
  let { response, address: final_address } = await ask(address, { method: 'HEAD' }, requests);
  await response.body?.cancel();
  // Some servers and all signed addresses refuse HEAD.
  if ([400, 401, 403, 405, 501].includes(response.status)) {
    ({ response, address: final_address } = await ask(
      address,
      { headers: { range: 'bytes=0-0' } },
      requests,
    ));
    await response.body?.cancel();
  }
  if (response.status === 404 || response.status === 410) return null;
  if (response.status !== 200 && response.status !== 206)
    throw new LoadError('download', `${shown(address)} answered ${response.status}.`);
  if (/^text\/html\b/i.test(response.headers.get('content-type') ?? ''))
    throw new LoadError('refused', `${shown(address)} answers a web page where data are expected.`);
  const modified = response.headers.get('last-modified');
  const { now } = requests.clock ?? SYSTEM_CLOCK;
  const ranged = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1];
  const length = response.status === 206 ? ranged : response.headers.get('content-length');
  return {
    file: foundFile(address, content, { bytes: length ? Number(length) : null }),
    validator: response.headers.get('etag') ?? modified,
    published_on: dayOf(modified, now()),
    final_address,
  };
}

async function fixed(
  find: By<'address'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const probes: Probe[] = [];
  const lacking: string[] = [];
  const failing = { in_row: 0 };
  for (const address of find.addresses) {
    try {
      const found = await probe(address, content, requests);
      failing.in_row = 0;
      if (found) probes.push(found);
      else if (find.may_lack) lacking.push(`${shown(address)} is not there`);
      else throw new LoadError('download', `${shown(address)} is not there.`);
    } catch (error) {
      if (!mayLack(find, error, failing)) throw error;
      lacking.push(withoutStop(error.message));
    }
  }
  if (probes.length === 0)
    throw new LoadError('download', `None of the ${lacking.length} addresses is there.`);
  const validators = probes.map((one) => one.validator);
  const all_known = validators.every((one) => one !== null);
  return {
    release: null,
    identity: find.final ? find.addresses.join(' ') : all_known ? validators.join(' ') : null,
    published_on: probes.map((one) => one.published_on).reduce(later, null),
    files: probes.map((one) => one.file),
    lacking,
  };
}

/**
 * Whether the other files of a dataset are loaded without the one that failed. After two failures in a row the
 * publisher is failing rather than the file, and asking for each of the others would take long.
 */
export function mayLack(find: Finding, error: unknown, failing: { in_row: number }): error is LoadError {
  failing.in_row++;
  return error instanceof LoadError && find.by === 'address' && Boolean(find.may_lack) && failing.in_row < 2;
}

/**
 * Days this far apart, though in successive months, are two releases apart: one release came out late at the beginning
 * of a month, and this month's release at its end.
 */
const TWO_RELEASES_DAYS = 45;

/**
 * The file with the changes of one month, if these are all that changed since the release published on `since`; else
 * null.
 */
export async function findChanges(
  download: Download,
  whole: Edition,
  since: string | null,
  requests: Requests,
): Promise<FoundFile | null> {
  const { find } = download;
  if (find.by !== 'address' || !find.changes || !since || !whole.published_on) return null;
  if (monthsBetween(since, whole.published_on) !== 1) return null;
  if ((Date.parse(whole.published_on) - Date.parse(since)) / DAY_MS >= TWO_RELEASES_DAYS) return null;
  const found = await probe(find.changes, download.content ?? 'csv', requests);
  // The changes must be of the same release as the whole file, or a month would be left out.
  return found?.published_on && monthsBetween(found.published_on, whole.published_on) === 0
    ? found.file
    : null;
}

async function byMonth(
  find: By<'month'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const today = (requests.clock ?? SYSTEM_CLOCK).now();
  const month = (back: number) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1));
  for (let back = 0; back <= find.months_back; back++) {
    const newest = await probe(addressOf(find.address, month(back)), content, requests);
    if (!newest) continue;
    const release = isoDay(month(back)).slice(0, 7);
    const files = [newest.file];
    const lacking: string[] = [];
    for (let before = back + 1; find.since && isoDay(month(before)).slice(0, 7) >= find.since; before++) {
      const address = addressOf(find.address, month(before));
      const older = await probe(address, content, requests);
      if (older) files.unshift(older.file);
      else lacking.unshift(`${shown(address)} is not there`);
    }
    return { release, identity: release, published_on: newest.published_on, files, lacking };
  }
  throw new LoadError(
    'download',
    `None of the last ${find.months_back + 1} months is there: ${shown(addressOf(find.address, month(0)))} and before.`,
  );
}

async function byDay(find: By<'day'>, content: FoundFile['content'], requests: Requests): Promise<Edition> {
  const now_ms = (requests.clock ?? SYSTEM_CLOCK).now().getTime();
  for (let back = 0; back <= find.days_back; back++) {
    const day = new Date(now_ms - back * DAY_MS);
    const found = await probe(addressOf(find.address, day), content, requests);
    if (!found) continue;
    const on = isoDay(day);
    return {
      release: on.slice(0, 7),
      identity: on,
      published_on: on,
      files: [found.file],
      lacking: [],
    };
  }
  throw new LoadError(
    'download',
    `None of the last ${find.days_back + 1} days is there: ${shown(addressOf(find.address, new Date(now_ms)))} and before.`,
  );
}

async function byRedirect(
  find: By<'redirect'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const found = await probe(find.address, content, requests);
  if (!found) throw new LoadError('download', `${shown(find.address)} is not there.`);
  const release = new RegExp(find.release).exec(new URL(found.final_address).pathname)?.[1] ?? null;
  const identity = release ?? found.validator;
  return { release, identity, published_on: found.published_on, files: [found.file], lacking: [] };
}

async function byFileInfo(
  find: By<'file-info'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const answer = (await askJson(find.info, requests)) as { data?: Record<string, unknown> } | null;
  const { fileSize, lastUpdated } = answer?.data ?? {};
  const made = typeof lastUpdated === 'string' ? new Date(lastUpdated) : null;
  if (!made || Number.isNaN(made.getTime()))
    throw new LoadError('refused', `${shown(find.info)} does not say when its file was made.`);
  const bytes = typeof fileSize === 'number' ? fileSize : null;
  const on = isoDay(made);
  return {
    release: on.slice(0, 7),
    identity: made.toISOString(),
    published_on: on,
    files: [foundFile(find.address, content, { bytes })],
    lacking: [],
  };
}

async function byLinks(
  find: By<'links'>,
  content: FoundFile['content'],
  requests: Requests,
): Promise<Edition> {
  const text = await askText(find.page, requests, 'text/html');
  const newest = new Map<string, { day: string; address: string }>();
  for (const match of text.matchAll(new RegExp(find.matches, 'g'))) {
    const { place = '', day = '' } = match.groups ?? {};
    if (day > (newest.get(place)?.day ?? '')) newest.set(place, { day, address: match[0] });
  }
  if (newest.size === 0)
    throw new LoadError('refused', `${shown(find.page)} has none of the links that are expected.`);
  const links = [...newest.values()].sort((a, b) => (a.address < b.address ? -1 : 1));
  const published_on = links.map((link) => link.day).reduce(later, null);
  return {
    release: published_on?.slice(0, 7) ?? null,
    identity: links.map((link) => link.address).join(' '),
    published_on,
    files: links.map(({ address }) => foundFile(address.replace(/^http:/, 'https:'), content)),
    lacking: [],
  };
}

function addressOf(template: string, day: Date): string {
  const [yyyy, mm, dd] = isoDay(day).split('-') as [string, string, string];
  const parts: Record<string, string> = { yyyy, mm, dd, mon: MONTHS[day.getUTCMonth()]! };
  return template.replace(/\{(yyyy|mm|dd|mon)\}/g, (_, part: string) => parts[part]!);
}

/**
 * The day of a Last-Modified header, at most today: if the publisher's clock runs ahead, the release would otherwise
 * look fresh until that day.
 */
function dayOf(modified: string | null, now: Date): string | null {
  const at_ms = Date.parse(modified ?? '');
  return Number.isNaN(at_ms) ? null : isoDay(new Date(Math.min(at_ms, now.getTime())));
}

/** The number of calendar months from the month of one day to the month of another. */
function monthsBetween(from: string, to: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(to) - months(from);
}

function later(a: string | null, b: string | null): string | null {
  return a === null || (b !== null && b > a) ? b : a;
}
