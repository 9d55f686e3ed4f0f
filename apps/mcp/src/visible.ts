/**
 * Characters that nobody sees, turn a line around or move a cursor. Whoever may write a name or a description that a
 * publisher passes on, such as of a shop on OpenStreetMap, could tell a model with them what no person would read:
 * U+E0000 to U+E007F write the whole of ASCII, and the selectors of variants any byte.
 */
const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Variation_Selector}\u007f-\u009f]/gu;

/** A text without them. In JSON none of them is part of the form. */
export const visible = (text: string): string => text.replace(INVISIBLE, '');
