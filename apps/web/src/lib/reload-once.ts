const NAME = 'domesday-reloaded';

/**
 * Loads a page again whose view did not come: after an upgrade the server has other files, which the page itself names.
 * Nothing has been asked or paid for by then. False where that did not help the last time, so that it makes no loop.
 */
export function reloadOnce(): boolean {
  try {
    if (sessionStorage.getItem(NAME)) return false;
    sessionStorage.setItem(NAME, 'yes');
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** The view has come: the next one that does not may be loaded again. */
export function reloadedWell(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // As above.
  }
}
