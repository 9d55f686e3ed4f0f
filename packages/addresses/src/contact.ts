const SIGN = /@|<|:\/\/|www\.|[+0][0-9]{2}|\b(tel|phone|mob)/i;
/** Tags, e-mail and web addresses, and telephone numbers with the word before them. */
const CONTACT = [
  /<[^<>]{0,200}>/g,
  /\S{1,64}@\S{1,64}\.\S+|(?:https?:\/\/|www\.)\S+/gi,
  /(?:\b(?:tel|telephone|phone|mob|mobile|fax)\b[.:]*\s*)?(?:\+44|\b0)[0-9 ()-]{8,14}[0-9]\b/gi,
];

/** The text without what is pasted beside an address from a signature or a page. */
export function withoutContact(address: string): string {
  if (!SIGN.test(address)) return address;
  return CONTACT.reduce((text, pattern) => text.replace(pattern, ' '), address);
}

const SECOND_NUMBER = /(?:[,;\n/&+]|\bor\b|\band\b)\s*[0-9]/i;
const HOUSE =
  /(?:^|[,;\n/&+]|\bor\b|\band\b)\s*([0-9]+[a-z]?)[ ,]+([a-z' ]{0,40}\b(?:road|rd|street|st|avenue|ave|lane|ln|drive|dr|close|crescent))\b(?=\s*(?:[,;\n/&+]|$|or\b|and\b))/gi;

/** Whether the text holds two addresses, each a number and a street: 12 Oak Road, Xanbury; 14 Oak Road, Xanbury. */
export function namesTwoHomes(address: string): boolean {
  if (!SECOND_NUMBER.test(address)) return false;
  const numbers = new Set([...address.matchAll(HOUSE)].map(([, number]) => number!.toUpperCase()));
  return numbers.size > 1;
}
