/** The value of a colour of the style sheet, in the scheme of this browser. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export const darkScreen = (): MediaQueryList => matchMedia('screen and (prefers-color-scheme: dark)');

/** Marks a drawing made in the dark scheme. It keeps its colours on white paper, so the print style inverts it. */
export const markScheme = (host: HTMLElement): boolean =>
  host.toggleAttribute('data-dark', darkScreen().matches);
