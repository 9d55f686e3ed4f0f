import type { Refusal } from '@domesday/files/types';
import { ageSpan, bandOf, censusTopics, topicOfVariable } from '@domesday/loading/kinds/area-figures/topics';
import { quoted } from '@domesday/loading/values';

export type Topic = NonNullable<ReturnType<typeof topicOfVariable>>;

export interface Category {
  key: string;
  whole: boolean;
}

/** The univariate tables that are read, by their number. */
const TABLES: Record<string, Topic> = {
  UV103: 'age',
  UV113: 'households',
  UV404: 'tenure',
  UV405: 'car_availability',
  UV501: 'qualifications',
  UV606: 'occupation',
};
/**
 * Topics whose unit is the household. Publishers also count the people in these households, in other tables (UV112,
 * UV403), which are not read.
 */
export const HOUSEHOLD_TOPICS: readonly Topic[] = ['households', 'tenure', 'car_availability'];

/** The topic of a table by its number in a title or name, else by its variable. */
export function topicOfTable(titles: string, variable: string): Topic | Refusal {
  const number = /\bUV ?(\d{3}[a-z]?)\b/i.exec(titles)?.[1];
  const topic = number ? TABLES[`UV${number.toLowerCase()}`] : topicOfVariable(variable);
  if (topic) return topic;
  const read = Object.entries(TABLES).map(([table, one]) => `${table} (${one.replace('_', ' ')})`);
  const called = number ? `table UV${number}` : `a table with the variable ${quoted(variable)}`;
  return { refused: `${called} is not read: load ${read.join(', ')}.`, missing: ['Age'] };
}

/** The category of a publisher's label; null for a sub-total or one that is not served. */
export function categoryOf(topic: Topic, label: string): Category | null {
  const text = label
    .replace(/^[^:]*(?:household|person)[^:]*: (?=no|one|two|three|four)/i, '')
    .trim()
    .toLowerCase();
  if (/^(all|total)\b/.test(text)) return { key: 'total', whole: true };
  if (topic === 'age') {
    const span = ageSpan(text);
    const key = span && bandOf(span);
    return span?.single && key ? { key, whole: false } : null;
  }
  const { categories } = censusTopics('2022')[topic];
  const whole = categories.find((c) => c.whole.test(text));
  if (whole) return { key: whole.key, whole: true };
  const part = categories.find((c) => c.parts?.test(text));
  return part ? { key: part.key, whole: false } : null;
}

/** A column of counts, and the category it belongs to. */
export interface Cell {
  position: number;
  key: string;
}

/** The columns of a wide table: for each category its own column or, if there is none, the columns of its parts. */
export function cellsOf(topic: Topic, header: readonly string[]): Cell[] {
  const found = header.flatMap((label, position) => {
    const category = categoryOf(topic, label);
    return category ? [{ ...category, position }] : [];
  });
  const whole = new Map(found.filter((cell) => cell.whole).map(({ key, position }) => [key, position]));
  return found
    .filter(({ key, position }) => (whole.get(key) ?? position) === position)
    .map(({ key, position }) => ({ key, position }));
}
