/** The licence of most public sector data of the United Kingdom. */
export const OGL = 'Open Government Licence v3.0';

/**
 * Names of terms, as `exclude_licences` takes them, and the words by which each is known in the licence of a source.
 */
const TERMS = {
  ogl: /Open Government Licence|OpenData Licence/i,
  cc_by: /Creative Commons Attribution|CC BY/i,
  odbl: /Open Database Licence/i,
  geolytix: /Geolytix/i,
  hm_land_registry: /HM Land Registry(?: licence|'s conditions)/i,
  royal_mail: /Royal Mail|\bPAF\b/i,
  sepa: /\bSEPA\b/i,
  operator: /operator holds/i,
};

export type Terms = keyof typeof TERMS | 'other';

/**
 * The known terms in the licence of a source. Includes `other` if it has no known terms, or refers to terms stated
 * elsewhere.
 */
export function termsOf(licence: string): Terms[] {
  const known = Object.entries(TERMS).flatMap(([name, words]) =>
    words.test(licence) ? [name as Terms] : [],
  );
  return known.length === 0 || /as .* states?\b/i.test(licence) ? [...known, 'other'] : known;
}
