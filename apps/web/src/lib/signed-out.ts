const NAME = 'domesday-signed-out';

/** Null where there is none, or where the browser keeps nothing for pages: then it keeps no session either. */
function stored(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/** Forgets what this tab kept, and tells the other pages of this browser that the session has been ended. */
export function tellSignedOut(): void {
  try {
    sessionStorage.clear();
    localStorage.setItem(NAME, String(Math.random()));
  } catch {
    // As above, or it is full: signing out must not fail for that.
  }
}

/**
 * Calls `leave` where the session has been ended since this page was opened: in another tab, or before a step back to
 * this page, which browsers keep as it was, with the keys and figures on it.
 */
export function whenSignedOut(leave: () => void): void {
  const before = stored();
  const look = (): void => {
    if (stored() !== before) leave();
  };
  addEventListener('pageshow', look);
  addEventListener('storage', look);
}
