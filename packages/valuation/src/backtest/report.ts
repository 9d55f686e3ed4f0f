import type { Metrics } from './metrics.ts';
import type { BacktestReport, Breakdown, Result } from './run.ts';

/** The report as Markdown, with inline SVG plots. */
export function backtestMarkdown(report: BacktestReport): string {
  const { repeat_sales, cascade, certificate_only, neither, forced } = report;
  const beaten = verdict(repeat_sales.result, repeat_sales.baselines);
  return [
    `# Back-test of sale valuations: ${report.area}, ${report.from} to ${report.to}`,
    '',
    `Cut-offs every ${report.every_months === 1 ? 'month' : `${report.every_months} months`} (${report.cut_offs.length} of them), each model fitted to sales at least ` +
      `${report.embargo_months} months old, with what a build of that day would have learned.`,
    `Index: ${report.indices.join(', ') || 'none, from sales alone'}. ` +
      `${report.sales.tested} sales tested, ${report.sales.with_previous_sale} of them with a previous sale. ` +
      `Hit rate of the cascade ${report.cascade.hit_rate_pct} %.`,
    '',
    '## Repeat sales, and baselines on the same rows',
    table([repeat_sales.result, ...repeat_sales.baselines]),
    '',
    beaten,
    '',
    '## Whole cascade',
    table([cascade.result]),
    '',
    '## Homes with a floor area and without a previous sale',
    table([certificate_only.result, ...certificate_only.baselines]),
    '',
    '## Homes with neither, whose type is inferred',
    table([neither.result, neither.true_type, ...neither.baselines]),
    '',
    '## Each method forced on every row',
    table(forced),
    '',
    '## Errors of the cascade',
    histogram(report.error_pct),
    '',
    '## Median error by year',
    bars(repeat_sales.breakdowns.find((one) => one.by === 'year')),
    '',
    ...cuts('Repeat sales', repeat_sales.breakdowns),
    ...cuts('Homes with a floor area and without a previous sale', certificate_only.breakdowns),
    ...cuts('Homes with neither', neither.breakdowns),
    ...cuts('Cascade', cascade.breakdowns),
  ].join('\n');
}

function cuts(of: string, breakdowns: readonly Breakdown[]): string[] {
  return breakdowns.flatMap((one) => [`## ${of} by ${words(one.by)}`, table(one.rows), '']);
}

const COLUMNS: readonly [string, (m: Metrics) => number | string | null][] = [
  ['n', (m) => m.n],
  ['MdAPE %', (m) => m.mdape_pct],
  ['PE5 %', (m) => m.pe5_pct],
  ['PE10 %', (m) => m.pe10_pct],
  ['PE20 %', (m) => m.pe20_pct],
  ['bias %', (m) => m.bias_pct],
  ['COD', (m) => m.cod_pct],
  ['PRD', (m) => m.prd],
  ['PRB', (m) => m.prb],
  ['> 30 %', (m) => m.over_30_pct],
  ['robust SD %', (m) => m.robust_sd_pct],
  ['FSD %', (m) => m.median_fsd_pct],
  ['80 % covers', (m) => m.interval_80_cover_pct],
  ['width %', (m) => m.interval_80_width_pct],
];

function table(results: readonly Result[]): string {
  const head = ['', ...COLUMNS.map(([name]) => name), 'MdAPE 95 %', 'PE10 95 %'];
  const rows = results.map(({ name, metrics, intervals_95 }) => [
    words(name),
    ...COLUMNS.map(([, pick]) => (metrics ? (pick(metrics) ?? '') : '')),
    intervals_95?.mdape_pct.join('-') ?? '',
    intervals_95?.pe10_pct.join('-') ?? '',
  ]);
  const line = (cells: readonly unknown[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function verdict(result: Result, baselines: readonly Result[]): string {
  const metrics_of_model = result.metrics;
  if (!metrics_of_model) return 'No repeat sale could be tested.';
  return baselines
    .map(({ name, metrics }) => {
      const better =
        metrics &&
        metrics_of_model.mdape_pct < metrics.mdape_pct &&
        metrics_of_model.pe10_pct > metrics.pe10_pct;
      return `- ${better ? 'Beats' : 'Does not beat'} ${name}.`;
    })
    .join('\n');
}

const WIDTH = 640;
const HEIGHT = 200;
const FOOT = 20;

function histogram(errors: readonly number[]): string {
  const bins = new Array<number>(24).fill(0);
  for (const error of errors) bins[Math.min(23, Math.max(0, Math.floor((error + 60) / 5)))]!++;
  const labels = bins.map((_, i) => (i % 4 === 0 ? `${i * 5 - 60} %` : ''));
  return svg('Valuation over price, less one', bins, labels);
}

function bars(breakdown: Breakdown | undefined): string {
  const rows = (breakdown?.rows ?? []).filter((row) => row.metrics);
  return svg(
    'Median absolute error, per cent',
    rows.map((row) => row.metrics!.mdape_pct),
    rows.map((row) => row.name.slice(-4)),
    true,
  );
}

function svg(title: string, values: readonly number[], labels: readonly string[], figures = false): string {
  const top = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length);
  const marks = values.map((value, i) => {
    const bar_height = ((HEIGHT - 2 * FOOT) * value) / top;
    const x = (i * step).toFixed(1);
    const bar = `<rect x="${x}" y="${(HEIGHT - FOOT - bar_height).toFixed(1)}" width="${(step - 2).toFixed(1)}" height="${bar_height.toFixed(1)}" fill="#4a6fa5"/>`;
    const label = `<text x="${x}" y="${HEIGHT - 6}" font-size="10">${labels[i] ?? ''}</text>`;
    const figure = figures
      ? `<text x="${x}" y="${(HEIGHT - FOOT - bar_height - 3).toFixed(1)}" font-size="10">${value}</text>`
      : '';
    return bar + label + figure;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img"><title>${title}</title>${marks.join('')}</svg>`;
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}
