import { ASKING } from './ranking.ts';
import type { Term } from './terms.ts';

/** A condition on documents, as tsqueries. */
export interface Condition {
  /** tsquery for the index: the rarest terms, enough of them to expect few documents. */
  index: string;
  /** tsquery of all terms, to filter the documents that the index finds; null if `index` has all terms. */
  whole: string | null;
  /** Number of documents with the rarest term of `index`, which decides the cost. */
  rarest: number;
  /** Expected number of matching documents, if words were independent. */
  expected: number;
}

const product = (terms: readonly Term[]): number =>
  terms.reduce((rest, term) => rest * Math.max(term.share, ASKING.least_share), 1);

/** A condition for all terms, the rarest first; null if no term can be looked up in the index. */
export function all(terms: readonly Term[], documents: number): Condition | null {
  const inOrder = [...terms].sort((a, b) => a.share - b.share);
  const closed = inOrder.filter((term) => term.index !== null && !term.open);
  const enough = closed.length > 0 && documents * product(closed) <= ASKING.few_for_last;
  const asked: Term[] = [];
  for (const term of inOrder) {
    if (asked.length > 0 && documents * product(asked) <= ASKING.few) break;
    const uninformative = term.open && closed.length > 0 && (enough || term.share > ASKING.much);
    if (term.index !== null && !uninformative) asked.push(term);
  }
  if (asked.length === 0) return null;
  return {
    index: asked.map((term) => term.index).join('&'),
    rarest: documents * Math.min(...asked.map((term) => term.share)),
    whole: asked.length === terms.length ? null : inOrder.map((term) => term.filter).join('&'),
    expected: documents * product(terms),
  };
}

/** One term that means any of the terms. */
export function anyOf(terms: readonly Term[]): Term {
  const asked = terms.flatMap(({ index }) => index ?? []);
  return {
    last: false,
    open: false,
    index: asked.length === terms.length ? `(${asked.join('|')})` : null,
    filter: `(${terms.map(({ filter }) => filter).join('|')})`,
    share: Math.min(
      1,
      terms.reduce((sum, { share }) => sum + share, 0),
    ),
  };
}

export const rarestOf = (terms: readonly Term[]): Term =>
  terms.reduce((rarest, term) => (term.share < rarest.share ? term : rarest));

/** A condition for all terms except any one. The index is searched for two of the three rarest terms. */
export function allButOne(terms: readonly Term[], number: Term | null, documents: number): Condition | null {
  if (terms.length < 2) return null;
  const inOrder = [...terms].sort((a, b) => a.share - b.share);
  const [a, b, c] = inOrder as [Term, Term, Term | undefined];
  const pairs = c ? [[a, b], [a, c], [b, c]] : [[a], [b]]; // biome-ignore format: pairs
  const rare = documents * pairs.reduce((sum, pair) => sum + product(pair), 0);
  const either = `(${pairs.map((pair) => pair.map((term) => term.index).join('&')).join('|')})`;
  const withoutOne = inOrder.map((_, skip) =>
    [...(number ? [number] : []), ...inOrder.filter((__, i) => i !== skip)]
      .map((term) => term.filter)
      .join('&'),
  );
  return {
    rarest: rare,
    index: number && rare > ASKING.few ? `${number.index}&${either}` : either,
    whole: withoutOne.map((one) => `(${one})`).join('|'),
    expected: rare * (number ? number.share : 1),
  };
}
