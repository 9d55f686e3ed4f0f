/**
 * Characters that are invisible, reverse a line or move a cursor. With them, anyone who writes a name or description
 * that a publisher passes on, such as that of a shop on OpenStreetMap, could address a model unseen by people: U+E0000
 * to U+E007F encode the whole of ASCII, and variation selectors encode any byte.
 */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Variation_Selector}\u007f-\u009f]/gu;

/** The text without invisible characters. None of them is part of JSON syntax. */
export const visible = (text: string): string => text.replace(INVISIBLE, '');
