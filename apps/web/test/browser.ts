import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sandboxDatabase, type TestDatabase, testClock } from '@domesday/testing';
import { startTestApi, type TestApi } from '@domesday/testing/api';

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** The headless shell is preferred if it is installed: it opens a page in half the time. */
const BROWSERS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
export const PATH = process.env.CHROMIUM ?? BROWSERS.find(existsSync) ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const BARE_FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-3d-apis', '--disable-background-networking'];
const web = join(import.meta.dirname, '..');
const screens = join(web, '../../docs/screens');

export const noChromium = existsSync(PATH)
  ? null
  : 'there is no Chromium (apt-get install chromium, or CHROMIUM=path)';
/** Why the tests of the portal in a browser cannot run here; null where they can. */
export const missing =
  noChromium ?? (existsSync(join(web, 'dist/index.html')) ? null : 'the portal is not built (npm run build)');
if (missing) console.warn(`tests in a browser are skipped: ${missing}`);

export interface Visit {
  page: Page;
  /**
   * Complaints of the page: script errors, breaches of the Content Security Policy, requests to other hosts.
   */
  complaints: string[];
  close(): Promise<void>;
}

export interface Portal {
  api: TestApi;
  database: TestDatabase;
  origin: string;
  /** Opens a page, signed in unless the key is null. With a null path the page is not navigated yet. */
  visit(path: string | null, options?: VisitOptions): Promise<Visit>;
  close(): Promise<void>;
}

export interface VisitOptions {
  key?: string | null;
  width?: number;
  height?: number;
  dark?: boolean;
  /** Delays answers, each more than the previous one. */
  late?: boolean;
  /** Whether to wait until the page sends no more requests. A test that waits for its own content can skip the map. */
  quiet?: boolean;
  /** Turns WebGL off, as in a browser that has none. */
  webgl?: boolean;
}

/** The real server with the fictional country, and a real browser. */
export async function openPortal(settings: { base_map?: string } = {}): Promise<Portal> {
  const database = await sandboxDatabase();
  const api = await startTestApi(database, testClock(), settings);
  // Advances the clock: pages send many requests at once, and with a fixed clock the rate limit would never recover.
  const clock = setInterval(() => api.clock.advance(1000), 100);
  const origin = new URL(api.url).origin;
  const browser = await chromium.launch({ executablePath: PATH, args: FLAGS });
  const pages = pagesOf(browser);
  let bare: { browser: Browser; pages: Pages } | undefined;
  const withoutWebgl = async (): Promise<Pages> => {
    if (!bare) {
      const launched = await chromium.launch({ executablePath: PATH, args: BARE_FLAGS });
      bare = { browser: launched, pages: pagesOf(launched) };
    }
    return bare.pages;
  };
  return {
    api,
    database,
    origin,
    async visit(path, options = {}) {
      const { key = api.testKey, width = 1280, height = 800, dark, late, webgl, quiet = true } = options;
      const from = webgl === false ? await withoutWebgl() : pages;
      const page = await from.take();
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ media: null, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
      await page.context().clearCookies();
      if (key !== null) await signIn(page.context(), origin, key);
      const complaints = complaintsOf(page, origin);
      if (late) await delayAnswers(page);
      if (path !== null) {
        await page.goto(origin + path, { waitUntil: quiet ? 'networkidle' : 'domcontentloaded' });
        if (quiet) await page.locator('.waiting').first().waitFor({ state: 'detached' });
      }
      return { page, complaints, close: () => from.give(page) };
    },
    close: async () => {
      clearInterval(clock);
      await browser.close();
      await bare?.browser.close();
      await api.close();
      await database.drop();
    },
  };
}

interface Pages {
  take(): Promise<Page>;
  give(page: Page): Promise<void>;
}

/** Visits reuse one emptied page: a new page is a new process, which costs more than a visit. */
function pagesOf(browser: Browser): Pages {
  const free: Page[] = [];
  return {
    take: async () => free.pop() ?? browser.newPage(),
    give: async (page) => {
      if (page.isClosed()) return;
      for (const event of ['console', 'dialog', 'pageerror', 'request', 'response'])
        page.removeAllListeners(event);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      const emptied = await page
        .evaluate(() => [localStorage, sessionStorage].map((store) => store.clear()))
        .then(() => page.goto('about:blank'))
        .then(
          () => true,
          () => false,
        );
      if (emptied) free.push(page);
      else await page.context().close();
    },
  };
}

async function signIn(context: BrowserContext, origin: string, key: string): Promise<void> {
  const answer = await context.request.post(`${origin}/portal/session`, { data: { key } });
  if (answer.status() !== 204) throw new Error(`sign-in answered ${answer.status()}`);
}

/** Does not match the session, which is read before anything is shown. */
const ANSWERS = /\/(v1|portal)\/(?!tiles|session|base-map)/;

async function delayAnswers(page: Page): Promise<void> {
  let asked = 0;
  await page.route(ANSWERS, async (route) => {
    await new Promise((go) => setTimeout(go, 50 * ++asked));
    await route.continue().catch(() => {});
  });
}

function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The page shows a refused request to the visitor; the browser logs it as well.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
  });
  return complaints;
}

let axe: string | undefined;

/** Accessibility faults that axe finds in the page, one line each. */
export async function faultsOf(page: Page): Promise<string[]> {
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  await page.evaluate(`${axe};0`);
  return page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run({
      resultTypes: ['violations'],
      selectors: false,
      // A rule of WCAG 2.2 that is off by default.
      rules: { 'target-size': { enabled: true } },
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 120)).join(' | ')}`);
  });
}

/** The order in which the keyboard reaches the elements of a page. */
export interface FocusOrder {
  /** Names of the elements that took the focus, in order. */
  stops: string[];
  /** Elements that can be used but never took the focus. */
  missed: string[];
  /** Elements whose focus is invisible, or which come before their predecessor in the document. */
  faults: string[];
}

/** Presses Tab from the top of the page until the focus has left it. */
export async function focusOrder(page: Page): Promise<FocusOrder> {
  await page.evaluate(() => {
    const usable = 'a[href], button:enabled, input:enabled, select, textarea, summary, [tabindex="0"]';
    const named = (e: Element): string =>
      `${e.tagName.toLowerCase()} ${(e.getAttribute('aria-label') ?? (e.textContent || e.id)).trim().slice(0, 40)}`;
    const wanted = new Set(
      [...document.querySelectorAll(usable)].filter(
        (e) => e.checkVisibility({ visibilityProperty: true }) && e.getAttribute('tabindex') !== '-1',
      ),
    );
    const walked = { stops: [] as string[], faults: [] as string[], missed: [] as string[], left: false };
    let last: Element | null = null;
    Object.assign(window, {
      walked,
      step: () => {
        const at = document.activeElement;
        if (!at || at === document.body || (last && at === document.querySelector(usable))) {
          walked.left = true;
          walked.missed = [...wanted].map(named);
          return true;
        }
        wanted.delete(at);
        walked.stops.push(named(at));
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2)
          walked.faults.push(`no outline: ${named(at)}`);
        const { width, height, right, bottom } = at.getBoundingClientRect();
        if (width < 2 || height < 2 || right <= 0 || bottom <= 0)
          walked.faults.push(`out of sight: ${named(at)}`);
        if (at === last) walked.faults.push(`a trap: ${named(at)}`);
        if (last && !(last.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_FOLLOWING))
          walked.faults.push(`out of order: ${named(at)}`);
        last = at;
        return false;
      },
    });
  });
  for (let left = false, steps = 0; !left && steps < 300; steps++) {
    await page.keyboard.press('Tab');
    left = await page.evaluate(() => (window as unknown as { step(): boolean }).step());
  }
  return page.evaluate(() => (window as unknown as { walked: FocusOrder }).walked);
}

/**
 * The browser's cumulative layout shift so far, 0 to 1: the share of the window that moved without a key or a click.
 */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        const read = new PerformanceObserver((list) =>
          done(
            list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
          ),
        );
        read.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(0), 100);
      }),
  );
}

/** Pixels by which the page is wider than the window. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** The share of the pixels of an element that have a colour, `#rrggbb`. */
export async function shareOf(page: Page, selector: string, colour: string): Promise<number> {
  const png = (await page.locator(selector).screenshot()).toString('base64');
  return page.evaluate(
    async ([data, wanted]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const drawing = canvas.getContext('2d')!;
      drawing.drawImage(image, 0, 0);
      const { data: bytes } = drawing.getImageData(0, 0, image.width, image.height);
      let found = 0;
      for (let i = 0; i < bytes.length; i += 4)
        if ((bytes[i]! << 16) + (bytes[i + 1]! << 8) + bytes[i + 2]! === wanted) found++;
      return found / (bytes.length / 4);
    },
    [png, Number.parseInt(colour.slice(1), 16)] as const,
  );
}

/** With SCREENS=1, saves a screenshot of the page to docs/screens. */
export async function screen(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENS) return;
  await mkdir(screens, { recursive: true });
  await page.screenshot({ animations: 'disabled', path: join(screens, `${name}.png`) });
}
