/** One line of a chart over time. */
export interface Line {
  name: string;
  /** Points only, without a line between them. */
  dots?: boolean;
  dashed?: boolean;
  values: (number | null)[];
}
