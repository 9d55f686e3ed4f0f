const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['ndash', '-'],
  ['mdash', '-'],
  ['lsquo', "'"],
  ['rsquo', "'"],
  ['ldquo', '"'],
  ['rdquo', '"'],
  ['comma', ','],
  ['semi', ';'],
  ['colon', ':'],
  ['sol', '/'],
  ['num', '#'],
  ['lpar', '('],
  ['rpar', ')'],
]);
const ENTITY = /&(?:#(x[0-9a-f]{1,6}|[0-9]{1,7})|([a-z]{2,5}));/gi;
const LAST_CHARACTER = 0x10ffff;

/** Decodes HTML entities such as `&amp;` and `&#39;`. Unknown names stay as they are. */
export function withoutEntities(text: string): string {
  return text.replace(ENTITY, (whole, code: string | undefined, name: string | undefined) => {
    if (name) return NAMED.get(name.toLowerCase()) ?? whole;
    const value = /^x/i.test(code!) ? Number.parseInt(code!.slice(1), 16) : Number(code);
    return value > 0 && value <= LAST_CHARACTER ? String.fromCodePoint(value) : ' ';
  });
}

/** Tags that start a new line. */
const LINE = /<\/?(?:br|p|div|li|tr|td)\b[^<>]{0,200}>/gi;
const TAG = /<[^<>]{0,200}>/g;

/** 12+Oak+Road: form encoding, with a plus for each space. */
const FORM_ENCODED = /^[^\s+]+(?:\+[^\s+]+){2,}$/;

/** Escaped control characters, such as %00, which separate words like a space. Without tabs and line ends. */
const CONTROL = /%(?:0[0-8BCEF]|1[0-9A-F]|7F)/gi;

function percentDecoded(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return ' ';
  }
}

/**
 * Decodes %20, removes tags such as <br>, and turns the \\n of JSON into a comma and a backslash (3\\12) into a slash.
 */
export function withoutCodes(text: string): string {
  if (FORM_ENCODED.test(text)) return withoutCodes(text.replaceAll('+', ' '));
  if (!/[%\\<]/.test(text)) return text;
  return text
    .replace(LINE, ',')
    .replace(TAG, ' ')
    .replace(CONTROL, ' ')
    .replace(/(?:%[0-9A-F]{2})+/gi, percentDecoded)
    .replace(/\\[nrt](?![a-z]{0,2}\b)/gi, ',')
    .replace(/\\/g, '/');
}
