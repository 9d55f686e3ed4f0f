import { recordAt } from '@domesday/files/header';
import { cleanText, countOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { FIGURE_TYPES, LONG_TYPES } from '@domesday/loading/kinds/area-figures/publish.query';
import { PART_COLUMN } from '@domesday/loading/repeated.query';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { quoted } from '@domesday/loading/values';
import {
  type Category,
  type Cell,
  categoryOf,
  cellsOf,
  HOUSEHOLD_TOPICS,
  type Topic,
  topicOfTable,
} from './categories.ts';
import { checkCensus2022, publishCensus2022 } from './publish.query.ts';
import { source } from './source.ts';

const SCOTLAND = 'S92000003';
const LINES_BEFORE_A_HEADER = 30;
const NO_CODE = 'Its area has a name and no code.';

const COMMON = {
  dataset: { type: LONG_TYPES.dataset, read: () => source.id },
  as_of: { type: LONG_TYPES.as_of, read: () => '2022' },
  ...PART_COLUMN,
} as const;

/**
 * Scotland's Census 2022 as its table builder exports it row by row: titles, the header `Counting, <geography>,
 * <variable>, Count`, one row for each area and category, and notes.
 */
const long = columnTable<{ topic: Topic }, Category & { area: string }>()(
  {
    topic: { type: LONG_TYPES.topic, read: (_, row) => row.file.topic },
    area_code: { type: LONG_TYPES.area_code, read: (_, row) => row.made.area },
    area_name: { type: LONG_TYPES.area_name, read: () => null },
    ...COMMON,
    category: { type: LONG_TYPES.category, read: (_, row) => row.made.key },
    whole: { type: LONG_TYPES.whole, read: (_, row) => row.made.whole },
    value: {
      type: LONG_TYPES.value,
      from: ['Count'],
      read: (text, row) => cellOf(text) ?? row.refuse(`The count ${quoted(text)} is not a number.`),
    },
    total: { type: FIGURE_TYPES.total, read: () => null },
    figures: { type: 'jsonb', read: () => null },
    counting: { from: ['Counting'] },
    // Column names as in the export: they follow `Counting`.
    geography: {},
    variable: {},
  },
  (row) => {
    if (row.raw('value') === undefined) return row.skip();
    const area = codeOf(row.text('geography'));
    if (!area) return row.skip(cellOf(row.raw('value')) === null ? undefined : NO_CODE);
    const { topic } = row.file;
    if (HOUSEHOLD_TOPICS.includes(topic) && /individual|people|person/i.test(row.text('counting') ?? ''))
      return row.refuse(`It counts people; ${topic.replace('_', ' ')} is of households.`);
    const category = categoryOf(topic, row.text('variable') ?? '');
    return category === null
      ? row.skip('Its category is a sub-total, or is not served.')
      : { ...category, area };
  },
);

interface Wide {
  topic: Topic;
  cells: Cell[];
}

/**
 * The same census with one row for each area and one column for each category: as the table builder shows it
 * (`"<variable>", "All people", …`, with the name of the geography on the next line) and as in the bulk files of output
 * areas (an empty cell above the codes). A dash means 0.
 */
const wide = columnTable<Wide, { area: string; total: number; figures: Record<string, number> }>()(
  {
    topic: { type: LONG_TYPES.topic, read: (_, row) => row.file.topic },
    area_code: { type: LONG_TYPES.area_code, read: (_, row) => row.made.area },
    area_name: { type: LONG_TYPES.area_name, read: () => null },
    ...COMMON,
    category: { type: LONG_TYPES.category, read: () => 'all' },
    whole: { type: LONG_TYPES.whole, read: () => true },
    value: { type: LONG_TYPES.value, read: () => null },
    total: { type: FIGURE_TYPES.total, read: (_, row) => row.made.total },
    figures: { type: 'jsonb', read: (_, row) => JSON.stringify(row.made.figures) },
  },
  (row) => {
    const { cells } = row.file;
    const first = Math.min(...cells.map((cell) => cell.position));
    const texts = Array.from({ length: first }, (_, position) => cleanText(row.fieldAt(position)));
    const area = texts.map(codeOf).find((code) => code !== null);
    const counted = cellOf(row.fieldAt(first)) !== null;
    if (!area) return row.skip(counted && texts.some(Boolean) ? NO_CODE : undefined);
    const figures: Record<string, number> = {};
    for (const { position, key } of cells) {
      const text = row.fieldAt(position);
      const value = cellOf(text);
      if (value === null) return row.refuse(`The count ${quoted(text)} of ${key} is not a number.`);
      figures[key] = (figures[key] ?? 0) + value;
    }
    const sum = Object.entries(figures).reduce((n, [key, value]) => (key === 'total' ? n : n + value), 0);
    const { total = sum, ...parts } = figures;
    // Each cell is perturbed by itself, so the cells sum only roughly to the total. A much larger sum means that a
    // sub-total was counted as a category.
    if (Math.abs(sum - total) > 12 + total * 0.15)
      return row.refuse(`Its categories sum to ${sum}, and its total is ${total}.`);
    return { area, total, figures: parts };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  keyless: true,
  keepsTotals: true,
  // Only the name of a bulk file tells which table it is.
  namesTell: true,
  staging: long.staging,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  recognise,
  check: checkCensus2022,
  publish: publishCensus2022,
};

function recognise(head: Head): Layout | Refusal {
  const titles = `${head.name}\n${head.text.slice(0, 2000)}`;
  const found = long.find("a table of Scotland's census", head);
  if ('refused' in found) return recogniseWide(head, titles) ?? found;
  const at = { ...found.at, geography: found.at.counting + 1, variable: found.at.counting + 2 };
  const topic = topicOfTable(titles, (found.header[at.variable] ?? '').trim());
  if (typeof topic === 'object') return topic;
  return long.layout({ name: `${topic}, long`, ...found, at, width: undefined, file: { topic } });
}

/** Recognises a wide table; null if no line is the header of one. */
function recogniseWide(head: Head, titles: string): Layout | Refusal | null {
  let end = 0;
  let line = 1;
  for (let tried = 0; tried < LINES_BEFORE_A_HEADER; tried++) {
    const record = recordAt(head.text, end, line, ',');
    if (!record) return null;
    ({ end, nextLine: line } = record);
    const labels = record.fields.map((text) => text.trim());
    // A title has one cell. In the header of every table a total precedes the categories.
    if (!labels.slice(1).some((label) => /^(all|total)\b/i.test(label))) continue;
    const topic = topicOfTable(titles, labels.find(Boolean) ?? '');
    if (typeof topic === 'object') return topic;
    const cells = cellsOf(topic, labels);
    if (new Set(cells.map((cell) => cell.key)).size < 3) continue;
    return wide.layout({
      name: `${topic}, wide`,
      at: Object.fromEntries(wide.staging.map(({ name }) => [name, -1])) as Parameters<
        typeof wide.layout
      >[0]['at'],
      dataOffset: end,
      firstLine: line,
      delimiter: ',',
      file: { topic, cells },
    });
  }
  return null;
}

/** The code of an area: output area, data zone, intermediate zone, council or the nation. Null for other texts. */
function codeOf(text: string | null): string | null {
  if (!text) return null;
  const code = /^S(?:00|01|02|12|92)\d{6}\b/.exec(text)?.[0];
  return code ?? (/^scotland$/i.test(text) ? SCOTLAND : null);
}

function cellOf(text: string | undefined): number | null {
  return text?.trim() === '-' ? 0 : countOf(text);
}
