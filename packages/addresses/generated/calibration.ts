// From made-up labelled rows by fit/fit.ts; run it again rather than change a number here.
export const calibration: { weights: readonly number[]; isotonic: ReadonlyArray<readonly [number, number]> } = {
  weights: [-19.63261, 3.22953, 0.74552, 0.35829, -2.76467, -0.99737, 1.18366, -0.48321, -3.2971, 1.03377, 4.99796, 0.96373, -0.35682, -4.39761, -1.93218, -0.04841, -0.8847, 0.47291],
  isotonic: [
    [0.00017, 0],
    [0.01155, 0.00146],
    [0.14857, 0.0731],
    [0.8615, 0.83626],
    [0.9683, 0.98246],
    [0.99199, 0.99172],
    [0.99833, 0.9995],
    [0.99959, 0.9995],
  ],
};
