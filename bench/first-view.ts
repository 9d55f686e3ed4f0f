import { cpus, loadavg } from 'node:os';
import { sandboxSamples } from '@domesday/sandbox';
import { loadSandbox } from '@domesday/sandbox/load';
import { type Browser, chromium } from 'playwright-core';
import { median, report } from './lib/report.ts';
import { benchKey, scratchDatabase, serve } from './lib/servers.ts';

const TIMES = 7;
const SLOWED = 4;

/** Pages, and the element that a visitor waits for on each. */
const WAITED: [what: string, path: string, selector: string][] = [
  ['an empty page of the portal (baseline)', '/docs/guides/none', 'h1'],
  ['a home: its record', '/homes/{uprn}', '.record-row'],
  ['a home: its sale value', '/homes/{uprn}', '.value'],
];

/**
 * Time from the request for a page until an element of it is painted, with an empty cache, at full speed and with the
 * processor slowed four times. The API runs on the fictional country.
 */
export async function run(): Promise<void> {
  const scratch = await scratchDatabase();
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
  try {
    await loadSandbox(scratch.db);
    const [key] = await benchKey(scratch.db, 1, 'test');
    const settings = { DATABASE_URL: scratch.url, LOG_LEVEL: 'warn' };
    const api = await serve('apps/api/dist/main.js', settings, '/health');
    try {
      const origin = `http://127.0.0.1:${api.port}`;
      const { uprn } = sandboxSamples().house;
      const rows: Record<string, string | number>[] = [];
      for (const [what, path, selector] of WAITED) {
        const url = origin + path.replace('{uprn}', String(uprn));
        rows.push({ what, ...(await measured(browser, { origin, key: key!, url, selector })) });
      }
      await report('first-view', 'First view of a home', rows, [
        `Medians of ${TIMES} visits with an empty cache, from the request to the paint, in headless Chromium 1280 pixels wide.`,
        'slowed_4_times: the processor of the page is slowed four times (Emulation.setCPUThrottlingRate); the server is not. The aim is 1000 ms.',
        'page_cpu_ms: processor time of the main thread of the page until then, at full speed; other programs hardly change it.',
        `Browser, server and database share the cores with all else that runs: a load of ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores at the end.`,
      ]);
    } finally {
      await api.stop();
    }
  } finally {
    await browser.close();
    await scratch.close();
  }
}

async function measured(browser: Browser, look: Look): Promise<Record<string, number>> {
  // Warm-up: the first view after a server start compiles statements, and some statements run only at the second view.
  for (let i = 0; i < 2; i++) await firstView(browser, look, 1);
  const plain: View[] = [];
  const slowed: View[] = [];
  for (let i = 0; i < TIMES; i++) {
    plain.push(await firstView(browser, look, 1));
    slowed.push(await firstView(browser, look, SLOWED));
  }
  return {
    full_speed_ms: Math.round(median(plain.map(({ painted_ms }) => painted_ms))),
    slowed_4_times_ms: Math.round(median(slowed.map(({ painted_ms }) => painted_ms))),
    least_slowed_ms: Math.round(Math.min(...slowed.map(({ painted_ms }) => painted_ms))),
    page_cpu_ms: Math.round(median(plain.map(({ cpu_ms }) => cpu_ms))),
  };
}

interface Look {
  origin: string;
  key: string;
  url: string;
  selector: string;
}

interface View {
  painted_ms: number;
  cpu_ms: number;
}

async function firstView(
  browser: Browser,
  { origin, key, url, selector }: Look,
  rate: number,
): Promise<View> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.request.post(`${origin}/portal/session`, { data: { key } });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    let tell: (at_ms: number) => void;
    const painted = new Promise<number>((told) => {
      tell = told;
    });
    await page.exposeFunction('painted', (at_ms: number) => tell(at_ms));
    await page.addInitScript(tellPainted, selector);
    await page.goto(url, { waitUntil: 'commit' });
    const painted_ms = await painted;
    const { metrics } = await devtools.send('Performance.getMetrics');
    const { value } = metrics.find(({ name }) => name === 'ThreadTime')!;
    return { painted_ms, cpu_ms: value * 1000 };
  } finally {
    await context.close();
  }
}

/** The DOM types that this file uses; the project is compiled without DOM types. */
interface InPage {
  document: { querySelector(selector: string): unknown };
  MutationObserver: new (
    seen: () => void,
  ) => {
    observe(target: unknown, what: { childList: true; subtree: true }): void;
    disconnect(): void;
  };
  requestAnimationFrame(next: () => void): void;
  painted(at_ms: number): void;
}

/** Runs in the page. When the next frame begins, the frame with the element has been painted. */
function tellPainted(selector: string): void {
  const { document, MutationObserver, requestAnimationFrame } = globalThis as unknown as InPage;
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => (globalThis as unknown as InPage).painted(performance.now())),
    );
  });
  observer.observe(document, { childList: true, subtree: true });
}
