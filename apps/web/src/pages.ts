/** A view, loaded when its page is opened, and the part of the path that is its argument. */
export interface Page {
  section: string;
  given: string;
  /** `begin` sends the first request of the view before the view is drawn. */
  load: () => Promise<{ default: unknown; begin?: (given: string) => void }>;
}

const PAGES: [pattern: RegExp, section: string, load: Page['load']][] = [
  [/^\/$/, '/', () => import('./pages/start.tsx')],
  [/^\/areas\/([^/]+)$/, '/', () => import('./pages/area.tsx')],
  [/^\/account$/, '/account', () => import('./pages/account.tsx')],
  [/^\/data$/, '/data', () => import('./pages/data.tsx')],
  [/^\/map$/, '/map', () => import('./pages/map.tsx')],
  [/^\/addresses$/, '/', () => import('./pages/addresses.tsx')],
  [/^\/homes\/([^/]+)$/, '/', () => import('./pages/home.tsx')],
  [/^\/docs\/reference\/(.+)$/, '/docs', () => import('./pages/operation.tsx')],
  [/^\/docs\/guides\/(.+)$/, '/docs', () => import('./pages/guide.tsx')],
  [/^(?:\/v1)?\/docs(?:\/reference)?\/?$/, '/docs', () => import('./pages/docs.tsx')],
];

/** A path that is not UTF-8 is shown undecoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function pageFor(path: string): Page {
  for (const [pattern, section, load] of PAGES) {
    const match = pattern.exec(path);
    if (match) return { section, given: decoded(match[1] ?? ''), load };
  }
  return { section: '', given: path, load: () => import('./pages/unknown.tsx') };
}
