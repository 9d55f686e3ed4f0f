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

/** The text with the characters that HTML writes as `&amp;` or `&#39;`; what is none of them stays. */
export function withoutEntities(text: string): string {
  return text.replace(ENTITY, (whole, code: string | undefined, name: string | undefined) => {
    if (name) return NAMED.get(name.toLowerCase()) ?? whole;
    const value = /^x/i.test(code!) ? Number.parseInt(code!.slice(1), 16) : Number(code);
    return value > 0 && value <= LAST_CHARACTER ? String.fromCodePoint(value) : ' ';
  });
}

/** Tags that begin a line. */
const LINE = /<\/?(?:br|p|div|li|tr|td)\b[^<>]{0,200}>/gi;
const TAG = /<[^<>]{0,200}>/g;

/** 12+Oak+Road, as forms write spaces in a web address. */
const FORM_ENCODED = /^[^\s+]+(?:\+[^\s+]+){2,}$/;

/** Signs without a look of their own, %00: they part words like a space. Not tabs and ends of lines. */
const CONTROL = /%(?:0[0-8BCEF]|1[0-9A-F]|7F)/gi;

function unescaped(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    return ' ';
  }
}

/** Signs as programs write them: %20, <br>, the \\n of JSON; and a slash that leans to the other side, 3\\12. */
export function withoutCodes(text: string): string {
  if (FORM_ENCODED.test(text)) return withoutCodes(text.replaceAll('+', ' '));
  if (!/[%\\<]/.test(text)) return text;
  return text
    .replace(LINE, ',')
    .replace(TAG, ' ')
    .replace(CONTROL, ' ')
    .replace(/(?:%[0-9A-F]{2})+/gi, unescaped)
    .replace(/\\[nrt](?![a-z]{0,2}\b)/gi, ',')
    .replace(/\\/g, '/');
}
