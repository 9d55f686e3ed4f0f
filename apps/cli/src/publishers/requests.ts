import type { Requests } from '@domesday/loading/publishers/requests';
import type { Download } from '@domesday/loading/publishers/types';
import { directFetch, outwardFetch } from './outward.ts';
import { tokenFor } from './tokens.ts';

/** Requests to the publisher of a dataset, with its token where one is set. */
export function requestsFor(download: Download, mirror?: string): Requests {
  const token = tokenFor(download);
  return { fetch: mirror ? mirrored(mirror) : outwardFetch(), ...(token ? { token } : {}) };
}

/** Sends a request for `https://host/path` to `<mirror>/host/path`, so that no request leaves this machine. */
function mirrored(mirror: string): typeof globalThis.fetch {
  return (address, init) => {
    const { host, pathname, search } = new URL(String(address));
    return directFetch(`${mirror}/${host}${pathname}${search}`, init);
  };
}
