/**
 * Every constant that decides what address search and match look at, and in which order they answer. A larger number
 * finds more and takes longer. `npm run bench -- addresses` shows what a change costs, the tests of this package and
 * of `addresses.search` what it finds.
 */

/** Reading what was typed (`terms.ts`). */
export const READING = {
  /** Completions or corrections of a word that are asked for. */
  most_options: 8,
  /** Completions of the last word as it was typed, where the reading turned it into another word (ST to STREET). */
  most_typed_completions: 4,
  /** A word in fewer documents than this may be a slip for a frequent one. */
  rare_below: 3,
  /** Corrections of such a word, and the fewest letters that it must have. */
  most_corrections_of_rare: 3,
  fewest_letters_of_rare: 5,
  /** Fewest letters of either half where two words were typed as one. */
  fewest_letters_of_half: 3,
  /** Fewest letters from which all words that begin so are asked of the index. */
  fewest_letters_of_beginning: 3,
  /** Not where more documents hold them, counted once for each word. */
  most_documents_of_beginning: 20_000,
  /** Share of the documents that hold an incode that begins with a given digit. */
  share_of_incodes: 0.1,
} as const;

/** Choosing which words the index is asked for (`conditions.ts`). */
export const ASKING = {
  /** The index is asked for as many words as leave so few documents; the rest is looked up in these. */
  few: 150,
  /** Where the finished words leave so few documents, the word being typed is only looked up in these. */
  few_for_last: 600,
  /** A beginning that a larger share of the documents hold tells little. */
  much: 0.1,
  /** Least share that a word counts for: a product of shares must not become nought. */
  least_share: 1e-6,
} as const;

const COMMON_FROM = 400;

/** Choosing how many documents and homes are looked at (`search.ts`). */
export const REACH = {
  /** Where more documents are expected, a sample is asked first: which of so many are answered hardly matters. */
  common_from: COMMON_FROM,
  /** The same where even the rarest word is in so many documents, since words seldom fall together by chance. */
  costly_from: 20_000,
  /** Of so many a sample of the sample, which is one in 16, is asked before that. */
  very_common_from: 16 * COMMON_FROM,
  /** From this similarity on a home of the typed postcode is taken for the one meant, and nothing else is asked. */
  likely_from: 0.5,
  /** Where more documents are expected, fewer of them are looked at closely. */
  vague_from: 500,
  /**
   * Documents that are compared with the text, and those of them whose homes are. Without a number every home of a
   * document is looked at, so fewer documents are.
   */
  clear: { documents: 250, nearest: 60, nearest_without_number: 24 },
  vague: { documents: 100, nearest: 30, nearest_without_number: 10 },
  /** A home may be found by several spellings, so so many times the limit are asked for. */
  spellings: 2,
} as const;

/** Matching an address outside its exact postcode (`match.ts`). */
export const MATCHING = {
  most_documents: 400,
  /** Streets whose homes are looked at, and homes that are compared, where no number tells them apart. */
  nearest_without_number: 60,
  most_without_number: 120,
  /** Names that one of is asked for: without a number fewer, since each brings every named home. */
  most_names: 8,
  most_names_without_number: 3,
  /** Known words that an unknown one may be a slip for. */
  most_corrections: 4,
  /** Homes that are compared where the address alone must find them. */
  most_anywhere: 25,
  /** Least confidence of an ambiguous home of the exact postcode that spares asking the whole outcode. */
  acceptable_from: 0.5,
} as const;
