/** Why a server refuses or closes a connection before there is a request for its log and metrics. */
export const TURNED_AWAY = {
  tls: 'TLS was spoken to this port, which takes plain HTTP',
  proxy_protocol: 'the PROXY protocol was spoken to this port, which takes plain HTTP',
  http2: 'HTTP/2 was spoken to this port, which takes HTTP/1.1',
  not_http: 'what arrived is not valid HTTP',
  too_large: 'URL and headers together are larger than 16 KB',
  late: 'a request took too long to arrive',
  connect: 'CONNECT was asked for, and this server is no proxy',
  too_many_connections: 'an address has too many connections',
  too_many_waiting: 'too many requests were sent on a connection without awaiting answers',
} as const;

export type TurnedAway = keyof typeof TURNED_AWAY;

/** Called for each connection that is turned away. */
export type OnTurnedAway = (reason: TurnedAway) => void;

const LINE_EVERY_MS = 10_000;

/**
 * Logs connections that are turned away. The first one of a reason is logged at once, those of the next ten seconds as
 * one number, since a stranger can cause thousands a second.
 */
export function logTurnedAway(
  log: { info(fields: object, text: string): void },
  every_ms = LINE_EVERY_MS,
): OnTurnedAway {
  const unlogged = new Map<TurnedAway, number>();
  const tell = (reason: TurnedAway, count: number): void => {
    log.info({ turned_away: reason, count }, TURNED_AWAY[reason]);
    unlogged.set(reason, 0);
    setTimeout(() => {
      const since = unlogged.get(reason)!;
      unlogged.delete(reason);
      if (since > 0) tell(reason, since);
    }, every_ms).unref();
  };
  return (reason) => {
    const before = unlogged.get(reason);
    if (before === undefined) tell(reason, 1);
    else unlogged.set(reason, before + 1);
  };
}
