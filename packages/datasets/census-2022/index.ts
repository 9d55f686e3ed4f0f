import { isRefused, namedColumns } from '@domesday/files/named-columns';
import { cleanText, numberOf } from '@domesday/files/values';
import { gatherLong, LONG_STAGING, publishFigures } from '@domesday/loading/kinds/area-figures/publish.query';
import { ageSpan, bandOf, censusTopics, topicOfVariable } from '@domesday/loading/kinds/area-figures/topics';
import {
  type CopyValue,
  type DatasetModule,
  type Head,
  type Layout,
  type MapOutcome,
  type Refusal,
  SKIP,
} from '@domesday/loading/types';
import { source } from './source.ts';

/**
 * Scotland's Census 2022 as its table builder exports it: a title, the header `Counting, <geography>,
 * <variable>, Count`, one row for each area and category, a footer of notes. Areas are data zones of 2011,
 * councils or the nation; rows of other areas and of the footer are passed over. Read are age (UV103),
 * household type (UV113), tenure (UV403), occupation (UV606), qualifications (UV501) and cars (UV405).
 */
const SCOTLAND = 'S92000003';

export const dataset: DatasetModule = {
  id: source.id,
  fallbackEncoding: 'windows-1252',
  snapshot: true,
  staging: LONG_STAGING,
  maxFieldChars: 4000,
  maxRecordChars: 32_000,
  recognise,
  publish: (staged) => publishFigures(staged, gatherLong),
};

function recognise(head: Head): Layout | Refusal {
  const found = namedColumns(
    "a table of Scotland's census",
    head,
    { counting: ['Counting'], count: ['Count'] },
    {},
    { preamble: true },
  );
  if (isRefused(found)) return found;
  const { at, header, dataOffset, firstLine } = found;
  const [geography, variable] = [at.counting + 1, at.counting + 2];
  const topic = topicOfVariable((header[variable] ?? '').trim());
  if (!topic) {
    return {
      refused: `its variable "${(header[variable] ?? '').slice(0, 60)}" is none that is read here.`,
      missing: ['Age'],
    };
  }

  function map(fields: string[], row: CopyValue[]): MapOutcome {
    const code = codeOf(cleanText(fields[geography]));
    if (!code || fields.length <= at.count) return SKIP;
    const label = (cleanText(fields[variable]) ?? '').replace(
      /^[^:]*(?:household|person)[^:]*: (?=no|one|two|three|four)/i,
      '',
    );
    const category = categoryOf(topic!, label);
    if (!category) return SKIP;
    const value = numberOf(fields[at.count]);
    if (value === null) return `The count "${fields[at.count]?.slice(0, 20)}" is not a number.`;
    row[0] = topic;
    row[1] = code;
    row[2] = null;
    row[3] = 'census-2022';
    row[4] = '2022';
    row[5] = category.key;
    row[6] = category.whole;
    row[7] = value;
    return null;
  }
  return { name: `${topic}, long`, dataOffset, firstLine, map };
}

function codeOf(text: string | null): string | null {
  if (!text) return null;
  const code = /^[S]\d{8}/.exec(text)?.[0];
  return code ?? (/^scotland$/i.test(text) ? SCOTLAND : null);
}

function categoryOf(
  topic: NonNullable<ReturnType<typeof topicOfVariable>>,
  label: string,
): { key: string; whole: boolean } | null {
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
