const NAME = 'domesday-signed-out';

/** Null where the browser keeps nothing for pages: then it keeps no session either. */
function stored(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Tells the other pages of this browser that the session has been ended. */
export function tellSignedOut(): void {
  stored()?.setItem(NAME, crypto.randomUUID?.() ?? String(Math.random()));
}

/**
 * Calls `leave` where the session has been ended since this page was opened: in another tab, or before a step back to
 * this page, which browsers keep as it was, with the keys and figures on it.
 */
export function whenSignedOut(leave: () => void): void {
  const before = stored()?.getItem(NAME);
  const look = (): void => {
    if (stored()?.getItem(NAME) !== before) leave();
  };
  addEventListener('pageshow', look);
  addEventListener('storage', look);
}
