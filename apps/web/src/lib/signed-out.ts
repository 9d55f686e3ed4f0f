const NAME = 'domesday-signed-out';

/** Null if there is none, or if the browser stores nothing for pages: then it keeps no session either. */
function stored(): string | null {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

/** Clears the storage of this tab, and notifies the other pages of this browser that the session has ended. */
export function tellSignedOut(): void {
  try {
    sessionStorage.clear();
    localStorage.setItem(NAME, String(Math.random()));
  } catch {
    // The browser stores nothing, or its storage is full. Signing out must not fail because of that.
  }
}

/**
 * Calls `leave` if the session has ended since this page was opened: in another tab, or before a step back to this
 * page. Browsers restore such a page as it was, with its keys and figures.
 */
export function whenSignedOut(leave: () => void): void {
  const before = stored();
  const look = (): void => {
    if (stored() !== before) leave();
  };
  addEventListener('pageshow', look);
  addEventListener('storage', look);
}
