import { isContraction } from '../compare/compare-words.ts';
import { withinOneEdit } from './edits.ts';

const list = (text: string): string[] => text.trim().split(/\s+/);

/** Parts of a house and structures beside a house that registers shorten. */
const KINDS = list(`
  ADVERTISING ANNEXE APARTMENT ATTIC BALCONY BARN BASEMENT BEDROOM BEDSIT BERTH BLOCK BOILER BUILDING CABIN CARAVAN CARPARK
  CARPORT CELLAR CHALET CUPBOARD DESK DWELLING ENTRANCE EXTENSION FLAT FORECOURT GARAGE HANGAR HOARDING KIOSK KITCHEN LAND
  LOCKER LOCKUP LOFT MAISONETTE MEZZANINE MOORING OFFICE OUTBUILDING PARKING PENTHOUSE PITCH PLANT PLATFORM PLOT PORTAKABIN
  ROOF ROOM SHED SHOP SHOWROOM STABLE STALL STAND STORAGE STORE STOREROOM STUDIO SUBSTATION TANK TERRACE UNDERCROFT UNIT
  VAULT WAREHOUSE WORKS WORKSHOP YARD`);

/** Short forms that have vowels or stand for two words. */
const FORMS: ReadonlySet<string> = new Set(
  list(`
    ADV ADVT ADVTG BAL BEDRM BSIT CARPK CB CELL CP C/P ELEC ENT ENTR EXT GARG HOARD KIT KITCH LKUP L/UP N/S OB OFFCE OUTB
    PCP RF S/S SHOWRM STOR SUBBSMT SUBSTN TEL TELE UNDERCFT WKSHOP WSHOP`),
);

/** Words long enough that one typing error in them makes no other word. */
const LONG_KINDS = list(
  'ANNEXE GARAGE GARAGES STUDIO CARAVAN CHALET WORKSHOP OUTBUILDING BASEMENT MAISONETTE PENTHOUSE APARTMENT',
);

/** Consonants only, apart from the first letter and a final E: SHWRM, STRGE, ENTRNC. */
const WITHOUT_VOWELS = /^[A-Z][B-DF-HJ-NP-TV-XZ]{1,7}E?$/;
const VOWEL = /[AEIOUY]/g;

/**
 * Whether a word that stands alone before or after a house's number and street is short for a part of a house, or a
 * misspelling of one: SHWRM, 12 OAK ROAD; GERAGE, 12 OAK ROAD; but not KFC.
 */
export const isShortForPart = (word: string): boolean =>
  FORMS.has(word) ||
  isWithoutVowels(word) ||
  (word.length > 4 && LONG_KINDS.some((kind) => isSlipOf(word, kind)));

const isSlipOf = (word: string, kind: string): boolean => word !== kind && withinOneEdit(word, kind);

/**
 * Whether a word without vowels is a short form of a kind, with the kind's first letter and last consonant. Forms of
 * two letters do not count, since businesses have such names: BT, JD.
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
