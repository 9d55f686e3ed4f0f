/**
 * How an operator runs a command of `domesday` where this process runs: `DOMESDAY_COMMAND`, since a container has no
 * checkout in which `npm run` would work, and a checkout beside it would work on a database of its own.
 */
export function operatorCommand(rest: string): string {
  return `${process.env.DOMESDAY_COMMAND || 'npm run domesday --'} ${rest}`;
}
