/** Limits how much work runs at once; further work waits its turn. */
export interface Seats {
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createSeats(count: number): Seats {
  let free = count;
  const waiting: Array<() => void> = [];
  return {
    async run(work) {
      if (free > 0) free -= 1;
      else await new Promise<void>((turn) => waiting.push(turn));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}
