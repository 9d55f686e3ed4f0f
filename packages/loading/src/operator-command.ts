/**
 * The shell command with which an operator runs `domesday` here. `DOMESDAY_COMMAND` overrides it: a container has no
 * checkout for `npm run`, and a checkout on its host would use another database.
 */
export function operatorCommand(rest: string): string {
  return `${process.env.DOMESDAY_COMMAND || 'npm run domesday --'} ${rest}`;
}
