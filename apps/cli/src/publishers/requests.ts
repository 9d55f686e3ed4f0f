import type { Requests } from '@domesday/loading/publishers/requests';
import type { Download } from '@domesday/loading/publishers/types';
import { InvalidArgumentError, Option } from 'commander';
import { tokenFor } from './tokens.ts';

/** Tests and benchmarks play the publishers on a server of their own; it is not shown. */
export function mirrorOption(): Option {
  return new Option('--mirror <address>', 'a server of this machine that stands for all publishers')
    .argParser(ofThisMachine)
    .hideHelp();
}

/** A mirror receives the operator's tokens, so that it must not be another machine. */
function ofThisMachine(value: string): string {
  if (/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(value)) return value;
  throw new InvalidArgumentError('It must be a server of this machine, such as http://127.0.0.1:9000.');
}

/** Requests to the publisher of a dataset, with its token where one is set. */
export function requestsFor(download: Download, mirror?: string): Requests {
  const token = tokenFor(download);
  return { fetch: mirror ? mirrored(mirror) : fetch, ...(token ? { token } : {}) };
}

/** `https://host/path` is asked for as `<mirror>/host/path`, so that no request leaves this machine. */
function mirrored(mirror: string): typeof fetch {
  return (address, init) => {
    const { host, pathname, search } = new URL(String(address));
    return fetch(`${mirror}/${host}${pathname}${search}`, init);
  };
}
