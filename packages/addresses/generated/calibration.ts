// From made-up labelled rows by fit/fit.ts; run it again rather than change a number here.
export const calibration: { weights: readonly number[]; isotonic: ReadonlyArray<readonly [number, number]> } = {
  weights: [-20.32042, 3.48972, 0.44411, 0.62526, -3.25053, 0, 1.58381, -0.48157, -2.86926, 0.58944, 5.58057, -0.00191, -0.60008, -4.72498, -0.79511, 0.05413, -0.74563, 0.13009],
  isotonic: [
    [0.00509, 0.00211],
    [0.02823, 0.00949],
    [0.36736, 0.26899],
    [0.93201, 0.96835],
    [0.97698, 0.99051],
    [0.99578, 0.99402],
    [0.99938, 0.9995],
    [1, 0.9995],
  ],
};
