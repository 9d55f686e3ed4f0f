import type { Place, Refused, SlotPool } from '@domesday/open-network/slots';
import type { NextFunction, Request, Response } from 'express';
import { parentOf } from '../accounts/callers.ts';
import { ApiError } from './errors.ts';
import { localsOf } from './locals.ts';
import type { Services } from './services.ts';

/** Takes a slot for a request that has arrived whole; refuses it at once if none is free. */
export function takeSlot(services: Services) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const place = holdPlace(services.slots, services, req, res);
    if (!place) return;
    localsOf(res).leavePlace = place.answered;
    res.once('prefinish', place.answered);
    next();
  };
}

/** Holds a place for the caller until the response closes. Null if the client has left; throws if no place is free. */
export function holdPlace(
  places: SlotPool,
  { addressOf }: Services,
  req: Request,
  res: Response,
): Place | null {
  // A closed response emits no close event, so the place would never be given back.
  if (res.closed || req.socket.destroyed) return null;
  const caller = localsOf(res).caller!;
  const place = places.take({ key: caller.key_id, parent: parentOf(caller) }, addressOf(req));
  if (typeof place === 'string') throw noPlace(place);
  res.once('close', place.free);
  return place;
}

const WHOSE = {
  key: 'This key',
  family: 'This key with its parent and their sub-keys',
  address: 'This address',
};

export function noPlace(refused: Refused): ApiError {
  const retry = { retry_after_s: 1 };
  return refused === 'all'
    ? new ApiError(
        503,
        'overloaded',
        'The server has more requests than it can answer. Try again shortly.',
        retry,
      )
    : new ApiError(
        429,
        'rate_limited',
        `${WHOSE[refused]} has too many requests under way at once. Wait for an answer before asking more.`,
        retry,
      );
}
