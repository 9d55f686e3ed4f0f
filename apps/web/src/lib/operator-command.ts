/** How the operator of this server runs a command of `domesday`, as the server wrote it into the page. */
export function operatorCommand(rest: string): string {
  const told = document.querySelector<HTMLMetaElement>('meta[name="domesday-command"]');
  return `${told?.content ?? 'npm run domesday --'} ${rest}`;
}
