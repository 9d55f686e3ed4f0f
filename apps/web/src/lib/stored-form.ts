import { parsed } from './body-of.ts';
import type { Values } from './snippets.ts';

const NAME = 'domesday-form';

/**
 * Stores the values of an operation's form in the tab, for the reload after a sign-in. False if the browser stores
 * nothing, or not that much.
 */
export function keepForm(id: string, values: Values): boolean {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ id, values }));
    return true;
  } catch {
    return false;
  }
}

export function storedForm(id: string): Values | null {
  try {
    const kept = parsed(sessionStorage.getItem(NAME) ?? '');
    return kept?.id === id ? kept.values : null;
  } catch {
    return null;
  }
}

/** Deletes the stored form once it has been answered. */
export function forgetForm(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // The browser stores nothing.
  }
}
