/**
 * Every constant that decides how much address search and match read, and how they rank. A larger number finds more and
 * takes longer. `npm run bench -- addresses` measures the cost of a change; the tests of this package and of
 * `addresses.search` show what is found.
 */

/** Reading the typed text (`terms.ts`). */
export const READING = {
  /** Most completions or corrections of a word. */
  most_options: 8,
  /** Most completions of the last word as it was typed, if normalising changed it (ST to STREET). */
  most_typed_completions: 4,
  /** A word in fewer documents than this may be a misspelling of a frequent one. */
  rare_below: 3,
  /** Most corrections of such a rare word, and its fewest letters. */
  most_corrections_of_rare: 3,
  fewest_letters_of_rare: 5,
  /** Fewest letters of each half if one typed word is split into two. */
  fewest_letters_of_half: 3,
  /** Fewest letters of two typed words that are searched as one. */
  fewest_letters_of_joined: 4,
  /** Fewest letters of a prefix that is searched in the index. */
  fewest_letters_of_beginning: 3,
  /**
   * Skip a prefix whose words occur in more documents than this in total: reading their posting lists takes too long.
   */
  most_documents_of_beginning: 20_000,
  /** Share of the documents whose incode begins with a given digit. */
  share_of_incodes: 0.1,
} as const;

/** Choosing the words that the index is searched for (`conditions.ts`). */
export const ASKING = {
  /** Words are added to the index search until at most this many documents are expected. Other words only filter. */
  few: 150,
  /** If the finished words leave at most this many documents, the unfinished word only filters. */
  few_for_last: 600,
  /** A prefix in a larger share of the documents is not selective. */
  much: 0.1,
  /** Least share of a word, so that a product of shares never becomes 0. */
  least_share: 1e-6,
} as const;

const COMMON_FROM = 400;

/** Choosing how many documents and homes are read (`search.ts`). */
export const REACH = {
  /** If more documents are expected, a sample is searched first: of so many it hardly matters which are shown. */
  common_from: COMMON_FROM,
  /** Likewise if even the rarest word is in more documents than this, since words are rarely independent. */
  costly_from: 20_000,
  /** If more documents are expected, the small sample (one sixteenth of the sample) is searched first. */
  very_common_from: 16 * COMMON_FROM,
  /** A home of the typed postcode with at least this similarity is likely meant, and the search stops. */
  likely_from: 0.5,
  /** If more documents are expected, fewer of them are compared (`vague`). */
  vague_from: 500,
  /**
   * Documents that are compared with the text, and how many of the most similar have their homes read. Without a number
   * every home of a document is read, so the homes of fewer documents are.
   */
  clear: { documents: 250, nearest: 60, nearest_without_number: 24 },
  vague: { documents: 100, nearest: 30, nearest_without_number: 10 },
  /** A home may be found by several spellings, so the limit is multiplied by this. */
  spellings: 2,
} as const;

/** Matching an address outside its exact postcode (`match.ts`). */
export const MATCHING = {
  /**
   * Most spellings of homes in a postcode that are compared. Real postcodes have some hundreds. A list that writes one
   * postcode for every home without its own may have any number there, and comparing them would delay all other calls.
   */
  most_of_postcode: 3000,
  most_documents: 400,
  /** Without a number: streets whose homes are read, and homes that are compared. */
  nearest_without_number: 60,
  most_without_number: 120,
  /** Most name words to search for; fewer without a number, since each word then finds every home with it. */
  most_names: 8,
  most_names_without_number: 3,
  /** Most corrections of an unknown word. */
  most_corrections: 4,
  /** Most confidence of an `ambiguous` best, and of one in another town than a query without postcode names. */
  most_when_open: 0.6,
  most_of_other_town: 0.3,
  /** Most homes that are compared if the search uses only the address. */
  most_anywhere: 25,
  /** Most confidence of a home found only by its address, while the postcode has other homes. */
  most_against_postcode: 0.9,
  /** A word in at least this many documents of the index is no misspelling. */
  known_from: 2,
  /** Most confidence of a home whose name differs from that in the query by such a word. */
  most_of_other_name: 0.5,
  /** Most confidence of a home in another place than the query's, or than its postcode's. */
  most_of_other_place: 0.5,
  /** Confidence of the only home with the number and street, if the list has the street in another place too. */
  without_place: 0.9,
  /** Confidence of an ambiguous match in the exact postcode from which the outcode is not searched. */
  acceptable_from: 0.5,
} as const;
