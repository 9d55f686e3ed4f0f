/** The value of a colour of the style sheet, in the scheme of this browser. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export const darkScreen = (): MediaQueryList => matchMedia('screen and (prefers-color-scheme: dark)');

/**
 * What is drawn in the colours of a dark screen keeps them on paper, which is white: the print style turns them round.
 */
export const markScheme = (host: HTMLElement): boolean =>
  host.toggleAttribute('data-dark', darkScreen().matches);
