import { parsed } from './body-of.ts';
import type { Values } from './snippets.ts';

const NAME = 'domesday-form';

/**
 * Keeps what was typed into the form of an operation, in its tab, for the page that is loaded again to sign in. False
 * where the browser keeps nothing for pages, or not so much.
 */
export function keepForm(id: string, values: Values): boolean {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ id, values }));
    return true;
  } catch {
    return false;
  }
}

export function keptForm(id: string): Values | null {
  try {
    const kept = parsed(sessionStorage.getItem(NAME) ?? '');
    return kept?.id === id ? kept.values : null;
  } catch {
    return null;
  }
}

/** The form has been answered. */
export function forgetForm(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // As above.
  }
}
