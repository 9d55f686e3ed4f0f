/** Half of all stays leave a review, and a stay lasts three nights, or the host's minimum if that is longer. */
const REVIEW_RATE = 0.5;
const NIGHTS_A_STAY = 3;
/** Seventy per cent of the year, the model's upper limit. */
export const MOST_NIGHTS = 255;

/**
 * Nights let in a year, by Inside Airbnb's "San Francisco model": reviews of the last twelve months divided by the
 * review rate, times the nights of a stay, at most 255.
 */
export function bookedNights(reviews_12m: number, minimum_nights: number): number {
  return Math.min(MOST_NIGHTS, (reviews_12m / REVIEW_RATE) * Math.max(NIGHTS_A_STAY, minimum_nights));
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];
const BEDROOMS =
  /\b(\d{1,2}|one|two|three|four|five|six)[ -]?(?:double[ -]|dbl[ -])?(?:bed ?rooms?|bdrms?|bedrs?|bed(?!s)|br|bd)\b/i;

/** Words for a bed in a shared room, whose number counts beds and not bedrooms. */
const DORMITORY = /\bdorm|\bhostel\b|\bbunk|\b(bed|pod|capsule|space|spot)s? in\b/i;

/**
 * The bedrooms in the name of a listing ("2 bed flat", "Studio · 1 bath"); null if it states none. For a room, the
 * host's words describe the home around it ("Room in a 2 bed flat"), so only the words that Airbnb adds after dots
 * count.
 */
export function bedroomsInName(name: string | null, whole_home: boolean): number | null {
  if (DORMITORY.test(name ?? '')) return null;
  const words = whole_home ? (name ?? '') : (name ?? '').split('·').slice(1).join('·');
  const found = BEDROOMS.exec(words);
  if (found) {
    const word = found[1]!.toLowerCase();
    const count = WORDS.includes(word) ? WORDS.indexOf(word) : Number(word);
    return count <= 20 ? count : null;
  }
  return /\bstudio\b/i.test(words) ? 0 : null;
}

/** House or apartment, from the property type in the detailed file, such as "Entire rental unit". */
export function kindOf(property_type: string | null): 'house' | 'apartment' | null {
  const plain = (property_type ?? '').toLowerCase();
  // A houseboat and a treehouse are no houses.
  if (/boat|tree/.test(plain)) return null;
  if (/apartment|condo|rental unit|flat|loft|serviced/.test(plain)) return 'apartment';
  return /house|home|cottage|bungalow|villa|cabin|barn|chalet/.test(plain) ? 'house' : null;
}
