import { numberOf } from '@domesday/files/values';
import { columnTable } from '@domesday/loading/columns';
import { gatherLong, LONG_TYPES, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import { ageSpan, bandOf, censusTopics, topicOfVariable } from '@domesday/loading/kinds/area-figures/topics';
import type { DatasetModule, Head, Layout, Refusal } from '@domesday/loading/types';
import { source } from './source.ts';

const SCOTLAND = 'S92000003';
type Topic = NonNullable<ReturnType<typeof topicOfVariable>>;
interface Category {
  key: string;
  whole: boolean;
}

/**
 * Scotland's Census 2022 as exported by its table builder: a title, the header `Counting, <geography>, <variable>,
 * Count`, one row for each area and category, and a footer of notes. Areas are data zones of 2011, councils or the
 * nation; other rows and the footer are skipped. It reads age (UV103), household type (UV113), tenure (UV403),
 * occupation (UV606), qualifications (UV501) and cars (UV405).
 */
const table = columnTable<{ topic: Topic }, Category & { area: string }>()(
  {
    topic: { type: LONG_TYPES.topic, read: (_, row) => row.file.topic },
    area_code: { type: LONG_TYPES.area_code, read: (_, row) => row.made.area },
    area_name: { type: LONG_TYPES.area_name, read: () => null },
    dataset: { type: LONG_TYPES.dataset, read: () => source.id },
    as_of: { type: LONG_TYPES.as_of, read: () => '2022' },
    category: { type: LONG_TYPES.category, read: (_, row) => row.made.key },
    whole: { type: LONG_TYPES.whole, read: (_, row) => row.made.whole },
    value: {
      type: LONG_TYPES.value,
      from: ['Count'],
      read: (text, row) => numberOf(text) ?? row.refuse(`The count "${text?.slice(0, 20)}" is not a number.`),
    },
    counting: { from: ['Counting'] },
    // Column names as in the export: they follow `Counting`.
    geography: {},
    variable: {},
  },
  (row) => {
    const area = codeOf(row.text('geography'));
    if (!area || row.raw('value') === undefined) return row.skip();
    const label = (row.text('variable') ?? '').replace(
      /^[^:]*(?:household|person)[^:]*: (?=no|one|two|three|four)/i,
      '',
    );
    const category = categoryOf(row.file.topic, label);
    return category === null ? row.skip('Its category is a total, or is not served.') : { ...category, area };
  },
);

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: table.staging,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  recognise,
  publish: (staged) => publishFigures(staged, gatherLong),
};

function recognise(head: Head): Layout | Refusal {
  const found = table.find("a table of Scotland's census", head, { preamble: true });
  if ('refused' in found) return found;
  const at = { ...found.at, geography: found.at.counting + 1, variable: found.at.counting + 2 };
  const variable = (found.header[at.variable] ?? '').trim();
  const topic = topicOfVariable(variable);
  if (!topic) {
    return {
      refused: `its variable "${variable.slice(0, 60)}" is none that is read here.`,
      missing: ['Age'],
    };
  }
  return table.layout({ name: `${topic}, long`, ...found, at, width: undefined, file: { topic } });
}

function codeOf(text: string | null): string | null {
  if (!text) return null;
  const code = /^[S]\d{8}/.exec(text)?.[0];
  return code ?? (/^scotland$/i.test(text) ? SCOTLAND : null);
}

function categoryOf(topic: Topic, label: string): Category | null {
  if (/^(all|total)\b/i.test(label)) return { key: 'total', whole: true };
  if (topic === 'age') {
    const span = ageSpan(label);
    const key = span && bandOf(span);
    return span?.single && key ? { key, whole: false } : null;
  }
  const text = label.toLowerCase();
  const { categories } = censusTopics('2022')[topic];
  const whole = categories.find((c) => c.whole.test(text));
  if (whole) return { key: whole.key, whole: true };
  const part = categories.find((c) => c.parts?.test(text));
  return part ? { key: part.key, whole: false } : null;
}
