import type { PreparedAddress } from '@domesday/addresses';
import type { Queryable } from '@domesday/db';
import { houseOf } from './documents.ts';
import { type HomeCandidate, homesOfOutcode } from './match.query.ts';
import { MATCHING } from './ranking.ts';
import { quoted } from './terms.ts';
import type { Dictionary } from './words.ts';

export interface Sharing {
  outcode: string;
  dictionary: Dictionary;
  /** How many of the query's name words are searched for, the rarest first. */
  most: number;
  /** The document must contain one of these words; no restriction if empty. */
  places?: readonly string[];
}

/** Homes of the outcode with the query's number, if it has one, and one of its `most` rarest name words. */
export async function homesSharing(
  db: Queryable,
  { parsed }: PreparedAddress,
  { outcode, dictionary, most, places = [] }: Sharing,
): Promise<HomeCandidate[]> {
  const { house } = houseOf(parsed);
  const names = [...parsed.building, ...parsed.street]
    .map((word) => {
      const known =
        dictionary.count(word) > 0 ? [word] : dictionary.corrections(word, MATCHING.most_corrections);
      return { word, known, documents: known.reduce((sum, option) => sum + dictionary.count(option), 0) };
    })
    .filter((name) => name.documents > 0)
    .sort((a, b) => a.documents - b.documents);
  if (names.length === 0) return [];
  const words = names
    .slice(0, house === null ? Math.min(most, MATCHING.most_names_without_number) : most)
    .flatMap(({ known }) => known);
  const own = names.find(({ word }) => parsed.building.includes(word));
  return homesOfOutcode(db, {
    index: [
      quoted(outcode),
      ...(places.length > 0 ? [anyOf(places.map(quoted))] : []),
      anyOf(words.map(quoted)),
    ].join('&'),
    whole: house === null ? null : quoted(`#${house}`),
    text: [...parsed.building, ...parsed.street, ...parsed.tail].join(' '),
    house,
    unit: parsed.unit,
    words,
    names: own ? own.known : [],
    most_documents: MATCHING.most_documents,
    nearest_without_number: MATCHING.nearest_without_number,
    most_without_number: MATCHING.most_without_number,
  });
}

const anyOf = (words: readonly string[]): string => `(${words.join('|')})`;
