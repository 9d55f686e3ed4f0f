const NAME = 'domesday-reloaded';

/**
 * Reloads a page whose view could not be fetched: after an upgrade the server has other files, and only a new page
 * names them. Nothing has been requested or paid for by then. Returns false if the last reload did not help, to avoid a
 * loop.
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

/** Call when a view was fetched: the next failure may then reload the page again. */
export function reloadedWell(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // The browser stores nothing.
  }
}
