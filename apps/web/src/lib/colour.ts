/** The value of a colour of the style sheet, in the scheme of this browser. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();
