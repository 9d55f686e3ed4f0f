/**
 * Lets a page that the browser translates go on telling the truth. A translator puts an element of its own in the place
 * of each text; what the page writes into that text later, such as the credits that are left, would be seen nowhere. A
 * text that changes takes its place back, and is translated anew.
 */
export function keepTranslated(app: HTMLElement): void {
  const replaced = new WeakMap<Node, ChildNode>();
  const written = new MutationObserver((changes) => {
    for (const { target } of changes) {
      const translation = replaced.get(target);
      if (translation?.isConnected) translation.replaceWith(target);
      replaced.delete(target);
    }
  });
  new MutationObserver((changes) => {
    // The translator inserts its element beside the text before it takes the text out, or in its place.
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      const beside = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      const text = [...removedNodes].find((node) => node.nodeType === Node.TEXT_NODE && !node.isConnected);
      if (!beside || !text) continue;
      replaced.set(text, beside as ChildNode);
      written.observe(text, { characterData: true });
    }
  }).observe(app, { subtree: true, childList: true });
}
