// From made-up labelled rows by fit/fit.ts; run it again rather than change a number here.
export const calibration: { weights: readonly number[]; isotonic: ReadonlyArray<readonly [number, number]> } = {
  weights: [-16.45731, 3.09175, 0.50014, 0.41324, -4.21052, 0.02418, 1.48697, -0.0039, -3.1884, -0.16639, 6.2292, 0.46796, -0.29844, -4.6155, -2.21383, 0.14069, -0.83312, 0.49592],
  isotonic: [
    [0.00026, 0.00059],
    [0.00878, 0.00295],
    [0.03134, 0.0236],
    [0.30232, 0.17994],
    [0.89038, 0.9469],
    [0.95689, 0.9882],
    [0.98977, 0.99536],
    [0.99886, 0.9995],
    [1, 0.9995],
  ],
};
