/** One line of a chart over time. */
export interface Line {
  name: string;
  /** Points only, without a line between them. */
  dots?: boolean;
  dashed?: boolean;
  /** Null on a day that lacks its figure, where the line stops; undefined on one that is of other lines only. */
  values: (number | null | undefined)[];
}

/** Indexes of the values that no line leads to or from, since their neighbours lack: each is a point. */
export function alone(values: Line['values']): number[] {
  const own = values.flatMap((value, at) => (value === undefined ? [] : [{ value, at }]));
  const known = (n: number): boolean => own[n]?.value != null;
  return own.flatMap(({ at }, n) => (known(n) && !known(n - 1) && !known(n + 1) ? [at] : []));
}
