import { isContraction } from '../compare/compare-words.ts';
import { withinOneEdit } from './edits.ts';

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Parts of a house and what stands beside it, as registers shorten them. */
const KINDS = list(`
  ADVERTISING ANNEXE APARTMENT ATTIC BALCONY BARN BASEMENT BEDROOM BEDSIT BERTH BLOCK BOILER BUILDING CABIN CARAVAN CARPARK
  CARPORT CELLAR CHALET CUPBOARD DESK DWELLING ENTRANCE EXTENSION FLAT FORECOURT GARAGE HANGAR HOARDING KIOSK KITCHEN LAND
  LOCKER LOCKUP LOFT MAISONETTE MEZZANINE MOORING OFFICE OUTBUILDING PARKING PENTHOUSE PITCH PLANT PLATFORM PLOT PORTAKABIN
  ROOF ROOM SHED SHOP SHOWROOM STABLE STALL STAND STORAGE STORE STOREROOM STUDIO SUBSTATION TANK TERRACE UNDERCROFT UNIT
  VAULT WAREHOUSE WORKS WORKSHOP YARD`);

/** Forms that have vowels, or stand for two words. */
const FORMS: ReadonlySet<string> = new Set(
  list(`
    ADV ADVT ADVTG BAL BEDRM BSIT CARPK CB CELL CP C/P ELEC ENT ENTR EXT GARG HOARD KIT KITCH LKUP L/UP N/S OB OFFCE OUTB
    PCP RF S/S SHOWRM STOR SUBBSMT SUBSTN TEL TELE UNDERCFT WKSHOP WSHOP`),
);

/** In a longer one of these a slip is no other word. */
const LONG_KINDS = list(
  'ANNEXE GARAGE GARAGES STUDIO CARAVAN CHALET WORKSHOP OUTBUILDING BASEMENT MAISONETTE PENTHOUSE APARTMENT',
);

/** Of consonants alone but for the first letter and an E at the end: SHWRM, STRGE, ENTRNC. */
const WITHOUT_VOWELS = /^[A-Z][B-DF-HJ-NP-TV-XZ]{1,7}E?$/;
const VOWEL = /[AEIOUY]/g;

/**
 * Whether a word that stands alone before or behind the number and street of a house is short for a part of it, or one
 * slip away: SHWRM, 12 OAK ROAD; GERAGE, 12 OAK ROAD. KFC is short for none.
 */
export const isShortForPart = (word: string): boolean =>
  FORMS.has(word) ||
  isWithoutVowels(word) ||
  (word.length > 4 && LONG_KINDS.some((kind) => isSlipOf(word, kind)));

const isSlipOf = (word: string, kind: string): boolean => word !== kind && withinOneEdit(word, kind);

/**
 * Its first letter and its last consonant are those of the word. Of two letters alone, businesses are named: BT, JD.
 */
function isWithoutVowels(given: string): boolean {
  if (given.length < 3 || !WITHOUT_VOWELS.test(given)) return false;
  const word = given.replace(/E$/, '');
  return isShortForKind(word) || (word.length > 3 && word.endsWith('S') && isShortForKind(word.slice(0, -1)));
}

const isShortForKind = (word: string): boolean =>
  KINDS.some(
    (kind) =>
      isContraction(word, kind) && word.at(-1) === (kind[0] + kind.slice(1).replace(VOWEL, '')).at(-1),
  );
