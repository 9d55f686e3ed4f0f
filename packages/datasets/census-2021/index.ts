import { cleanText, countOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { checkSums, FIGURE_TYPES, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import {
  AGE_BANDS,
  ageSpan,
  bandOf,
  censusTopics,
  topicOfVariable,
} from '@domesday/loading/kinds/area-figures/topics';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { quoted } from '@domesday/loading/values';
import { source } from './source.ts';

const MEASURE = /^(.*?): (.*?)(?:; measures: value)?$/i;
/**
 * The share by which the sums of a table may differ from its totals, since cells are perturbed. The smallest category
 * has one per cent of the total.
 */
const PERTURBED = 0.005;
const TABLES = 'TS003, TS007, TS045, TS054, TS063, TS067';

/** A column of counts, and the category it belongs to. */
interface Cell {
  position: number;
  key: string;
}
interface Table {
  topic: string;
  cells: Cell[];
  /** Position of the total; -1 if the table has none. */
  total: number;
}

/**
 * Census 2021 of England and Wales from Nomis's bulk downloads: one file for each table and level, columns `date,
 * geography, geography code`, then one for each category, named `<variable>: <category>; measures: Value`, with
 * sub-totals among the categories. It reads age (TS007, TS007A), household composition (TS003), tenure (TS054),
 * occupation (TS063), qualifications (TS067) and cars (TS045), and ignores other columns.
 */
const table = columnTable<Table, { figures: Record<string, number>; sum: number }>()(
  {
    topic: { type: FIGURE_TYPES.topic, read: (_, row) => row.file.topic },
    area_code: { type: FIGURE_TYPES.area_code, from: ['geography code'] },
    area_name: { type: FIGURE_TYPES.area_name, from: ['geography'] },
    dataset: { type: FIGURE_TYPES.dataset, read: () => source.id },
    as_of: { type: FIGURE_TYPES.as_of, from: ['date'], read: (text) => cleanText(text) ?? '2021' },
    total: {
      type: FIGURE_TYPES.total,
      read: (_, row) => (row.file.total === -1 ? row.made.sum : countOf(row.fieldAt(row.file.total))),
    },
    figures: { type: FIGURE_TYPES.figures, read: (_, row) => JSON.stringify(row.made.figures) },
  },
  (row) => {
    const code = row.text('area_code');
    if (!code || !/^[EWKNS]\d{8}$/.test(code))
      return row.refuse(`${quoted(code)} is not the code of an area.`);
    const figures: Record<string, number> = {};
    let sum = 0;
    for (const { position, key } of row.file.cells) {
      const text = row.fieldAt(position);
      const value = countOf(text);
      if (value === null) return row.refuse(`The figure ${quoted(text)} of ${key} is not a count.`);
      figures[key] = (figures[key] ?? 0) + value;
      sum += value;
    }
    return { figures, sum };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  keepsTotals: true,
  staging: table.staging,
  maxFieldChars: 2000,
  maxRecordChars: 512_000,
  nullRates: { total: 0.001 },
  recognise,
  check: ({ client, table }) => checkSums(client, `select topic, total, figures from ${table}`, PERTURBED),
  publish: (staged) => publishFigures(staged),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find('a Nomis bulk table of the census', head);
  if ('refused' in found) return found;
  const labels = found.header.map((name) => MEASURE.exec(name.trim()));
  const variable = labels.find(Boolean)?.[1] ?? '';
  const topic = topicOfVariable(variable);
  if (!topic) {
    return {
      refused: `its variable ${quoted(variable)} is not read here: load one of ${TABLES}.`,
      missing: ['Age: Total; measures: Value'],
    };
  }
  const named = labels.map((label) => label?.[2]?.trim() ?? '');
  const total = named.findIndex((label) => /^total\b/i.test(label));
  const cells = topic === 'age' ? ageCells(named) : categoryCells(topic, named);
  const keys =
    topic === 'age' ? AGE_BANDS.map((b) => b.key) : censusTopics('2021')[topic].categories.map((c) => c.key);
  const lacking = keys.filter((key) => !cells.some((cell) => cell.key === key));
  if (lacking.length > 0) {
    return {
      refused: `as a table of ${topic} it misses columns for ${lacking.join(', ')}.`,
      missing: lacking,
    };
  }
  return table.layout({ name: `${topic}, ${found.width} columns`, ...found, file: { topic, cells, total } });
}

/** The columns for the five-year age bands: single years if the table has them, else its own bands. */
function ageCells(labels: string[]): Cell[] {
  const spans = labels.map(ageSpan);
  const single = spans.some((span) => span?.single && span.to < 90);
  const cells: Cell[] = [];
  spans.forEach((span, position) => {
    if (!span || span.single !== single) return;
    const key = bandOf(span);
    if (key) cells.push({ position, key });
  });
  return cells;
}

function categoryCells(
  topic: Exclude<ReturnType<typeof topicOfVariable>, 'age' | null>,
  labels: string[],
): Cell[] {
  const cells: Cell[] = [];
  const lower = labels.map((label) => label.toLowerCase());
  for (const { key, whole, parts } of censusTopics('2021')[topic].categories) {
    const position = lower.findIndex((label) => whole.test(label));
    if (position !== -1) cells.push({ position, key });
    else if (parts) {
      for (const [i, label] of lower.entries()) if (parts.test(label)) cells.push({ position: i, key });
    }
  }
  return cells;
}
