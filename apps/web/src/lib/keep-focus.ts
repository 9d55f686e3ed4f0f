/**
 * Restores the focus that is lost when a pressed button disappears or is disabled. If the button was replaced, the
 * section around it gets the focus; if it was disabled during its request, the button gets it back. Otherwise the
 * keyboard and the screen reader would continue at the top of the page.
 */
export function keepFocus(app: HTMLElement): void {
  let last: Element | null = null;
  let around: HTMLElement[] = [];
  let disabled = false;
  const follow = (element: Element | null): void => {
    last = element;
    around = [];
    disabled = false;
    for (let at = element?.parentElement; at; at = at.parentElement)
      if (at.matches('section, form, main')) around.push(at);
  };
  app.addEventListener('focusin', ({ target }) => follow(target as Element));
  // Pressing elsewhere with a mouse gives up the focus on purpose.
  document.addEventListener('pointerdown', ({ target }) => {
    if (!last?.contains(target as Node)) follow(null);
  });
  new MutationObserver(() => {
    if (last?.matches(':disabled')) disabled = true;
    if (!last || document.activeElement !== document.body) return;
    if (!last.isConnected) hand(around.find((at) => at.isConnected));
    else if (disabled) (last as HTMLElement).focus({ preventScroll: true });
  }).observe(app, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
}

function hand(place: HTMLElement | undefined): void {
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
