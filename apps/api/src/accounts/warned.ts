import type { DbClient } from '@domesday/db';

/** A message that the server sends beside its result. */
interface Notice {
  code?: string | undefined;
  message?: string | undefined;
}

/** SQLSTATE of a message that is no warning. */
const SUCCESS = '00000';

/**
 * Listens for a warning while a statement runs. A commit that was cancelled while it waited for the standby succeeds
 * with a warning: it may be lost in a failover.
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
