/** Where hours of opening may begin after an address: . Open Mon-Fri 9am-5pm; (Closed Sundays). */
const START =
  /(?<=[a-z0-9)])[\s,.;|(\u2013\u2014-]+(?=(?:open(?:s|ing)?|closed|(?:business|office) hours|hours|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*|daily|weekdays)\b)/gi;
const BETWEEN = /[\s,;:.|()&/\u2013\u2014-]+/;
const WORD =
  /^(?:open(?:s|ing)?|closed|business|office|hours?|hrs|times?|today|tomorrow|now|daily|every|day|days|week|weekdays|weekends|bank|holidays|mon(?:day)?s?|tue(?:s|sday)?s?|wed(?:nesday)?s?|thu(?:r|rs|rsday)?s?|fri(?:day)?s?|sat(?:urday)?s?|sun(?:day)?s?|and|to|till?|until|from|on|at|am|pm|noon|midnight|late|[0-9]{1,4}(?:am|pm|h|hrs)?)$/i;

/** Removes opening hours at the end. A street such as SUN STREET stays, since STREET is no word of opening hours. */
export function withoutHours(address: string): string {
  for (const found of address.matchAll(START)) {
    const words = address
      .slice(found.index)
      .split(BETWEEN)
      .filter((word) => word !== '');
    if (words.length > 1 && words.every((word) => WORD.test(word))) return address.slice(0, found.index);
  }
  return address;
}
