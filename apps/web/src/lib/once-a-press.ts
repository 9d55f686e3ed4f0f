/**
 * An Enter that is held down presses a button, or sends a form, once and not again with each repeat of the keyboard:
 * each would make another key, or cost the credits of another call.
 */
export function enterOnceAPress(app: HTMLElement): void {
  app.addEventListener('keydown', (event) => {
    const line = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !line) event.preventDefault();
  });
}
