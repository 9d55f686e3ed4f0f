/**
 * Makes a held Enter press a button or send a form once, and not with each keyboard repeat: each would make another
 * key, or cost the credits of another call.
 */
export function enterOnceAPress(app: HTMLElement): void {
  app.addEventListener('keydown', (event) => {
    const line = event.target instanceof HTMLTextAreaElement;
    if (event.repeat && event.key === 'Enter' && !line) event.preventDefault();
  });
}
