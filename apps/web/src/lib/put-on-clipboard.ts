/**
 * Copies the text of an element. If the browser lets no script copy, selects the text and returns false: over plain
 * http only pages of the same machine have a clipboard.
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
