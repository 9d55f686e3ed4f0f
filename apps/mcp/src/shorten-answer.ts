import { isObject } from './is-object.ts';

/**
 * Most characters in an answer of a tool. No answer of the contract has fewer than two characters to a token, so 40,000
 * characters stay below the 20,000 tokens at which clients begin to cut. `npm run bench -- tokens` prints the exact
 * figures.
 */
const LONGEST = 40_000;

type Answer = Record<string, unknown>;
interface List {
  name: string;
  items: unknown[];
  /** Number of items before any were dropped. */
  of: number;
}

/**
 * Shortens an answer that is too long: drops whole items from the end of its longest lists, and says how to get the
 * rest.
 */
export function shortened(text: string, takes: (argument: string) => boolean): string {
  if (text.length <= LONGEST) return text;
  const answer = JSON.parse(text) as Answer;
  const lists = listsOf(answer);
  const cut = new Set<List>();
  for (;;) {
    const shown = JSON.stringify({ cut: wordsFor([...cut], answer, takes), ...answer });
    if (cut.size > 0 && shown.length <= LONGEST) return shown;
    const longest = lists.filter((list) => list.items.length > 0).sort((a, b) => sizeOf(b) - sizeOf(a))[0];
    if (!longest) return JSON.stringify({ cut: TOO_LONG, meta: answer.meta });
    // Drop as many whole items from the end as the excess requires.
    let excess = Math.max(1, shown.length - LONGEST);
    while (excess > 0 && longest.items.length) excess -= JSON.stringify(longest.items.pop()).length + 1;
    cut.add(longest);
  }
}

const TOO_LONG = 'The answer is too long to show. Ask for a smaller area, a shorter period or fewer parts.';

/** The lists at the top of an answer and one level below. */
function listsOf(answer: Answer, name = '', deep = 2): List[] {
  return Object.entries(answer).flatMap(([key, value]) => {
    const at = name ? `${name}.${key}` : key;
    if (key === 'meta' && !name) return [];
    if (Array.isArray(value)) {
      const inner = value.flatMap((one, i) =>
        isObject(one) && deep > 1 ? listsOf(one, `${at}[${i}]`, 1) : [],
      );
      return [{ name: at, items: value, of: value.length }, ...inner];
    }
    return isObject(value) && deep > 0 ? listsOf(value, at, deep - 1) : [];
  });
}

function wordsFor(cut: List[], answer: Answer, takes: (argument: string) => boolean): string {
  const shown = cut.map(({ name, items, of }) => `${name} holds ${items.length} of ${of}`).join('; ');
  const fewest = Math.min(...cut.map(({ items }) => items.length));
  if (typeof answer.next_cursor === 'string' && takes('cursor'))
    return `${shown}. To go on, call again with limit=${fewest} and then with each next_cursor.`;
  const ways = WAYS.filter(([names]) => names.some(takes)).map(([, way]) => way);
  if (ways.length === 0) return `${shown}. Only the REST API returns the others.`;
  return `${shown}. To see the others, ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(ways)}.`;
}

/**
 * Ways to make an answer shorter, by the arguments that allow them. Advice that a tool cannot follow would waste a
 * call.
 */
const WAYS: [names: string[], way: string][] = [
  [['datasets'], 'name them in datasets'],
  [['outcode'], 'ask for a smaller area'],
  [['months', 'days', 'from'], 'ask for a shorter period'],
  [['sort'], 'ask for another sort'],
  [['fields', 'include', 'sections', 'types', 'categories', 'include_comparables'], 'ask for fewer parts'],
];

function sizeOf({ items }: List): number {
  return JSON.stringify(items).length;
}
