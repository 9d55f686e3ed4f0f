/**
 * Copies the text of an element, and selects it too where the browser lets no script copy. False then: over plain http
 * a page has no clipboard, except that of its own machine.
 */
export async function putOnClipboard(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
