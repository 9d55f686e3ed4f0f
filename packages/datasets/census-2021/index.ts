import { isRefused, namedColumns, wrongWidth } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { FIGURE_STAGING, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import {
  AGE_BANDS,
  ageSpan,
  bandOf,
  censusTopics,
  topicOfVariable,
} from '@domesday/loading/kinds/area-figures/topics';
import type { CopyValue, DatasetModule, Head, Layout, MapOutcome, Refusal } from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * Census 2021 of England and Wales as Nomis serves it in bulk: one file for each table and level, columns
 * `date, geography, geography code`, then one for each category, named `<variable>: <category>; measures:
 * Value`, sub-totals among the leaves. Read are age (TS007, TS007A), household composition (TS003), tenure
 * (TS054), occupation (TS063), qualifications (TS067) and cars (TS045); the rest of a file is passed over.
 */
const REQUIRED = { date: ['date'], name: ['geography'], code: ['geography code'] };
const MEASURE = /^(.*?): (.*?)(?:; measures: value)?$/i;
const TABLES = 'TS003, TS007, TS045, TS054, TS063, TS067';

export const dataset: DatasetModule = {
  id: source.id,
  snapshot: true,
  staging: FIGURE_STAGING,
  maxFieldChars: 2000,
  maxRecordChars: 512_000,
  nullRates: { total: 0.001 },
  recognise,
  publish: (staged) => publishFigures(staged),
};

interface Cell {
  position: number;
  key: string;
}

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns('a Nomis bulk table of the census', head, REQUIRED);
  if (isRefused(found)) return found;
  const { at, header, width, dataOffset, firstLine } = found;
  const labels = header.map((name) => MEASURE.exec(name.trim()));
  const variable = labels.find(Boolean)?.[1] ?? '';
  const topic = topicOfVariable(variable);
  if (!topic) {
    return {
      refused: `its variable "${variable.slice(0, 60)}" is none that is read here: load one of ${TABLES}.`,
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

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const wrong = wrongWidth(fields, width);
    if (wrong) return wrong;
    const code = cleanText(fields[at.code]);
    if (!code || !/^[EWKNS]\d{8}$/.test(code)) return `"${code ?? ''}" is not the code of an area.`;
    const figures: Record<string, number> = {};
    let sum = 0;
    for (const { position, key } of cells) {
      const value = numberOf(fields[position]);
      if (value === null) return `The figure "${fields[position]?.slice(0, 20)}" of ${key} is not a number.`;
      figures[key] = (figures[key] ?? 0) + value;
      sum += value;
    }
    row[0] = topic;
    row[1] = code;
    row[2] = cleanText(fields[at.name]);
    row[3] = 'census-2021';
    row[4] = cleanText(fields[at.date]) ?? '2021';
    row[5] = total === -1 ? sum : numberOf(fields[total]);
    row[6] = JSON.stringify(figures);
    return null;
  }
  return { name: `${topic}, ${width} columns`, dataOffset, firstLine, map };
}

/** Single years where the table has them, which fit into bands of five; else its own bands. */
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
