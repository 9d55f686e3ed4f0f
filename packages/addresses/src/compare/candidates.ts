import { parseListed } from '../read/parse.ts';
import {
  type PreparedAddress,
  prepareAddress,
  type Rarity,
  withOwnNumbers,
  withWords,
} from '../read/prepare.ts';
import { ownNumber, readByShape } from '../read/shape.ts';
import { tokenise } from '../text/normalise.ts';
import { type Spelling, spellingOf, spellingWithNumbers } from '../text/spelling.ts';
import { plainNumberOf } from './compare-identity.ts';

export interface Candidate {
  uprn: number;
  address: string;
  postcode?: string | null;
}

/** A parse that addresses differing only in their numbers share, with the numbers of one of these addresses. */
interface Shared {
  alike: PreparedAddress;
  spelling: Spelling;
  /** Null if `alike` was parsed from the address itself. */
  numbers: readonly string[] | null;
}

/** Printable ASCII. */
const PLAIN = /^[ -~]*$/;

/**
 * A candidate that is parsed once and compared with many queries. `prepared` is built on first use, since most homes of
 * a postcode have another number than the query and are never compared further.
 */
export class PreparedCandidate<C extends Candidate> {
  readonly candidate: C;
  /** The same array for all candidates with the same names: the cache of name comparisons is keyed by it. */
  readonly words: string[];
  /** Whether the address has a unit or a storey. */
  readonly saysUnit: boolean;
  private readonly shared: Shared;
  private readonly plain_number: number | null;
  private own: PreparedAddress | undefined;

  constructor(candidate: C, shared: Shared) {
    const { alike, numbers } = shared;
    const { unit, floors } = alike.parsed;
    this.candidate = candidate;
    this.words = alike.words;
    this.saysUnit = Boolean(unit) || floors.length > 0;
    this.shared = shared;
    const plain = plainNumberOf(alike.parsed);
    this.plain_number = plain === null || numbers === null ? plain : ownNumber(plain, numbers);
  }

  get prepared(): PreparedAddress {
    const { alike, numbers } = this.shared;
    this.own ??= numbers === null ? alike : withOwnNumbers(alike, numbers);
    return this.own;
  }

  /** The normalised spelling of the address, tokenised with `postcode`, which is the query's. */
  spelling(postcode: string | null): Spelling {
    const { alike, spelling, numbers } = this.shared;
    const { address } = this.candidate;
    // The shared spelling is of the upper-case text, and upper case may change letters outside ASCII.
    if (alike.parsed.postcode !== postcode || !PLAIN.test(address))
      return spellingOf(tokenise(address, postcode));
    return numbers === null ? spelling : spellingWithNumbers(spelling, numbers);
  }

  /** Whether the home has a plain number, without range or unit, that differs from `number`. */
  isOtherThan(number: number): boolean {
    return this.plain_number !== null && this.plain_number !== number;
  }
}

/** Parses candidates. Candidates of one postcode that differ only in their numbers are parsed once. */
export function prepareCandidates<C extends Candidate>(
  candidates: readonly C[],
  rarity?: Rarity,
): PreparedCandidate<C>[] {
  const readers = new Map<string, (address: string) => Shared>();
  const named = new Map<string, string[]>();
  return candidates.map((candidate) => {
    const postcode = candidate.postcode ?? '';
    let read = readers.get(postcode);
    if (!read) {
      read = readByShape<Shared>(
        postcode,
        (address) => {
          const { parsed, spelling } = parseListed(address, postcode);
          return { alike: withSharedWords(prepareAddress(parsed, rarity), named), spelling, numbers: null };
        },
        ({ alike }) => alike.words,
        ({ alike, spelling }, numbers) => ({ alike, spelling, numbers }),
      );
      readers.set(postcode, read);
    }
    return new PreparedCandidate(candidate, read(candidate.address.toUpperCase()));
  });
}

/** Reuses the word array of an earlier address for which `compareNames` gives the same result. */
function withSharedWords(prepared: PreparedAddress, named: Map<string, string[]>): PreparedAddress {
  const { postcode, number, number_of, relation, building, street, tail, after_name } = prepared.parsed;
  const key = `${postcode} ${number !== null} ${number_of} ${relation} ${building.join(' ')},${street.join(' ')},${tail.join(' ')},${after_name}`;
  const words = named.get(key);
  if (words) return withWords(prepared, words);
  named.set(key, prepared.words);
  return prepared;
}
