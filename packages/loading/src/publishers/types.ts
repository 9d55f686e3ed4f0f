import type { Nation } from '@domesday/db';
/** What a dataset is about, by which `domesday country --topics` chooses. */
export const TOPICS = [
  'addresses',
  'prices',
  'energy',
  'rents',
  'listings',
  'places',
  'people',
  'planning',
  'risks',
  'titles',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What a file is, as told by its content type and its first bytes. */
export type Content = 'csv' | 'zip' | 'gzip' | 'xlsx';

/**
 * How the newest release of a dataset is found at its publisher. In templates `{yyyy}`, `{mm}`, `{dd}` and `{mon}`
 * (`jan` to `dec`) stand for the day that is tried.
 */
export type Finding =
  /** Names that never change: only ETag and Last-Modified tell one release from the next. */
  | {
      by: 'address';
      addresses: readonly string[];
      /** Where the publisher may drop one of several without the others being less whole. */
      may_lack?: true;
      /** Made anew beside the first address, with the rows of one month that changed. */
      changes?: string;
      /** A release is never made anew: what was taken once is the same for ever. */
      final?: true;
    }
  /**
   * A name with the month: the newest that is there, tried backwards. `since`: each month from then on, as they add up.
   */
  | { by: 'month'; address: string; months_back: number; since?: string }
  /** A name with the day, tried backwards from today. */
  | { by: 'day'; address: string; days_back: number }
  /** The newest attachment of a page of gov.uk whose title matches. */
  | { by: 'gov-uk'; page: string; title: string }
  /** The downloads API of Ordnance Survey, which gives size and MD5. */
  | { by: 'os-downloads'; product: string; format: string }
  /** The newest item of an owner at ArcGIS Online whose title matches; its id changes with each release. */
  | { by: 'arcgis-item'; owner: string; title: string; matches: string; type: string }
  /** An address that leads to the newest release, whose own address names it. */
  | { by: 'redirect'; address: string; release: string }
  /** A service that states size and day of one file, and leads to a signed address for it. */
  | { by: 'file-info'; address: string; info: string }
  /** The API of Use land and property data: it lists files, and gives a signed address for one. */
  | { by: 'land-property-api'; dataset: string }
  /** A dataset page of ons.gov.uk, whose `/data` names the newest edition and its file. */
  | { by: 'ons-page'; page: string }
  /** A web page: of its links that match, for each `place` the one of the newest `day`. */
  | { by: 'links'; page: string; matches: string }
  | { by: 'operator'; why: OperatorReason };

/**
 * Why the operator brings the files. `not_known`: the publisher has an address, and none that is sure is known here.
 * `own`: they are the operator's. `made`: the operator makes them of something else. `each_council`: there is no
 * national file.
 */
export type OperatorReason = 'not_known' | 'own' | 'made' | 'each_council';

/** A secret that a publisher gives to each of its users. */
export interface TokenNeeded {
  /** Variable of the environment that has it; the same with `_FILE` names a file with it. */
  variable: string;
  scheme: 'Bearer' | 'plain';
  /** The only hosts that it is ever sent to. */
  hosts: readonly string[];
  /** Page where an account is made. */
  from: string;
}

/** Where the files of a dataset come from, and what is known of them before one is asked for. */
export interface Download {
  topic: Topic;
  find: Finding;
  /** What the file is; of the operator's own, null. */
  content: Content | null;
  /** About what is downloaded and what it holds; null where nobody has said it. */
  bytes: number | null;
  rows: number | null;
  /** The nations that the file is of, where the dataset has more. */
  nations?: readonly Nation[];
  token?: TokenNeeded;
  /** What else of the dataset the operator may bring. */
  beside?: string;
}

export interface FoundFile {
  /** Where it is asked for. It stays the same when it leads to a signed address. */
  address: string;
  /** The name that its release gives it, where the address has none. */
  name: string | null;
  content: Content;
  bytes: number | null;
  md5: string | null;
  /**
   * Set if the address answers JSON with the signed address of the file at this path, such as `result.download_url`.
   */
  signed_at?: readonly string[];
}

/** A release as it stands at its publisher. */
export interface Edition {
  /** `2026-08`, where the publisher names it so. */
  release: string | null;
  /** Differs from that of the release before; null where the publisher tells nothing apart. */
  identity: string | null;
  /** Day on which the publisher made it, ISO. */
  published_on: string | null;
  files: FoundFile[];
  /** Files that the publisher no longer has, in words. */
  lacking: string[];
}
