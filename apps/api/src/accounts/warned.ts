import type { DbClient } from '@domesday/db';

/** What the server sends beside its result. */
interface Notice {
  code?: string | undefined;
  message?: string | undefined;
}

/** Class 00, by which statements end that went well. */
const SUCCESS = '00000';

/**
 * Listens for a warning beside the result of a statement. A commit that was ended while it waited for the standby
 * succeeds with one: it may be lost in a failover.
 */
export function listenForWarning(client: DbClient): { end(): Error | null } {
  let warning: Notice | undefined;
  const onNotice = (notice: Notice): void => {
    if (notice.code !== SUCCESS) warning ??= notice;
  };
  client.on('notice', onNotice);
  return {
    end: () => {
      client.off('notice', onNotice);
      return warning ? new Error(`settled with a warning: ${warning.message}`) : null;
    },
  };
}
