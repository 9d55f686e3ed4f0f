/** One line of a chart over time. */
export interface Line {
  name: string;
  /** Points only, without a line between them. */
  dots?: boolean;
  dashed?: boolean;
  /**
   * null: the figure of this day is not known, and the line is interrupted. undefined: the day belongs to other lines
   * only.
   */
  values: (number | null | undefined)[];
}

/** Indexes of known values between unknown ones: no line reaches them, so each is drawn as a point. */
export function alone(values: Line['values']): number[] {
  const own = values.flatMap((value, at) => (value === undefined ? [] : [{ value, at }]));
  const known = (n: number): boolean => own[n]?.value != null;
  return own.flatMap(({ at }, n) => (known(n) && !known(n - 1) && !known(n + 1) ? [at] : []));
}
