/**
 * Keeps a page up to date while the browser translates it. A translator replaces each text node by its own element, so
 * later changes of the text node, such as the credits left, would not be visible. A text node that changes is put back,
 * and is translated anew.
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
    // The translator inserts its element next to the text and then removes the text, or replaces the text directly.
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      const beside = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
      const text = [...removedNodes].find((node) => node.nodeType === Node.TEXT_NODE && !node.isConnected);
      if (!beside || !text) continue;
      replaced.set(text, beside as ChildNode);
      written.observe(text, { characterData: true });
    }
  }).observe(app, { subtree: true, childList: true });
}
