import type { Nation } from '@domesday/db';
/** Topics of datasets, for `domesday country --topics`. */
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

/** The format of a file, judged by its content type and its first bytes. */
export type Content = 'csv' | 'zip' | 'gzip' | 'xlsx';

/**
 * How the newest release of a dataset is found at its publisher. In templates `{yyyy}`, `{mm}`, `{dd}` and `{mon}`
 * (`jan` to `dec`) stand for the day that is tried.
 */
export type Finding =
  /** Fixed addresses: only ETag and Last-Modified distinguish releases. */
  | {
      by: 'address';
      addresses: readonly string[];
      /** True if the publisher may drop one of several files and the others are still complete. */
      may_lack?: true;
      /** Address of a file that each release replaces, with only the rows that changed in one month. */
      changes?: string;
      /** True if the files never change again once published. */
      final?: true;
    }
  /**
   * An address with the month. Months are tried backwards until one exists. `since`: releases add up, so every month
   * from then on is downloaded.
   */
  | { by: 'month'; address: string; months_back: number; since?: string }
  /** An address with the day, tried backwards from today. */
  | { by: 'day'; address: string; days_back: number }
  /** The newest attachment of a page of gov.uk whose title matches. */
  | { by: 'gov-uk'; page: string; title: string }
  /** The downloads API of Ordnance Survey, which gives size and MD5. */
  | { by: 'os-downloads'; product: string; format: string }
  /** The newest item of an owner at ArcGIS Online whose title matches. Its id changes with each release. */
  | { by: 'arcgis-item'; owner: string; title: string; matches: string; type: string }
  /** An address that redirects to the newest release. The address of the release names it. */
  | { by: 'redirect'; address: string; release: string }
  /** A service that states size and date of one file, and redirects to a signed address for it. */
  | { by: 'file-info'; address: string; info: string }
  /** The API of Use land and property data: it lists files, and gives a signed address for one. */
  | { by: 'land-property-api'; dataset: string }
  /** A dataset page of ons.gov.uk, whose `/data` names the newest edition and its file. */
  | { by: 'ons-page'; page: string }
  /** A web page with links: for each `place` that the pattern captures, the link with the newest `day`. */
  | { by: 'links'; page: string; matches: string }
  | { by: 'operator'; why: OperatorReason };

/**
 * Why the operator has to supply the files. `not_known`: the publisher offers a download, but no reliable address is
 * known. `own`: they are the operator's. `made`: the operator makes them of something else. `each_council`: there is no
 * national file.
 */
export type OperatorReason = 'not_known' | 'own' | 'made' | 'each_council';

/** A secret that a publisher gives to each of its users. */
export interface TokenNeeded {
  /** The environment variable that holds the token. With `_FILE` appended, it names a file that holds it. */
  variable: string;
  scheme: 'Bearer' | 'plain';
  /** The only hosts to which the token is ever sent. */
  hosts: readonly string[];
  /** Page where an account is made. */
  from: string;
}

/** Where the files of a dataset come from, and what is known about them before a download. */
export interface Download {
  topic: Topic;
  find: Finding;
  /** The format of the file; null for files that the operator supplies. */
  content: Content | null;
  /** Approximate size of the download and number of its rows; null if not known. */
  bytes: number | null;
  rows: number | null;
  /** The nations that the file covers, if the dataset has more. */
  nations?: readonly Nation[];
  token?: TokenNeeded;
  /** What else of the dataset the operator may supply. */
  beside?: string;
}

export interface FoundFile {
  /** The address to request. It stays the same even if it redirects to a signed address. */
  address: string;
  /** The file name of this release, if the address does not tell it. */
  name: string | null;
  content: Content;
  bytes: number | null;
  md5: string | null;
  /**
   * Set if the address answers JSON with the signed address of the file at this path, such as `result.download_url`.
   */
  signed_at?: readonly string[];
}

/** A release as its publisher offers it. */
export interface Edition {
  /** The release, such as `2026-08`; null if the publisher does not name it. */
  release: string | null;
  /** Changes with every release; null if nothing distinguishes the publisher's releases. */
  identity: string | null;
  /** Day of publication, ISO. */
  published_on: string | null;
  files: FoundFile[];
  /** Files that the publisher no longer has, in words. */
  lacking: string[];
}
