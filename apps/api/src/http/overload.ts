import type { NextFunction, Request, Response } from 'express';
import { ApiError } from './errors.ts';

/** Places for requests that are answered at the same time. */
export interface Slots {
  readonly in_use: number;
  /** Takes a place until the answer is closed. False where none is free. */
  take(res: Response): boolean;
}

export function createSlots(most: number): Slots {
  let in_use = 0;
  return {
    get in_use() {
      return in_use;
    },
    take(res) {
      if (in_use >= most) return false;
      in_use++;
      res.once('close', () => in_use--);
      return true;
    },
  };
}

/** Turns away at once what cannot be answered in time. */
export function refuseOverload({ slots }: { slots: Slots }) {
  return (_req: Request, res: Response, next: NextFunction): void => {
    if (!slots.take(res)) {
      throw new ApiError(
        503,
        'overloaded',
        'The server has more requests than it can answer. Try again shortly.',
        { retry_after_s: 1 },
      );
    }
    next();
  };
}
