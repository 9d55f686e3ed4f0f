/**
 * Solves A x = b for a symmetric positive definite matrix A of size n, stored by rows in `a`. Works in place: `a`
 * becomes the lower Cholesky factor and `b` the solution. Only the lower half of `a` is read. Throws if A is not
 * positive definite.
 */
export function solveSymmetric(a: Float64Array, b: Float64Array, n: number): Float64Array {
  for (let j = 0; j < n; j++) factorColumn(a, n, j);
  for (let i = 0; i < n; i++) {
    let sum = b[i]!;
    for (let k = 0; k < i; k++) sum -= a[i * n + k]! * b[k]!;
    b[i] = sum / a[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i]!;
    for (let k = i + 1; k < n; k++) sum -= a[k * n + i]! * b[k]!;
    b[i] = sum / a[i * n + i]!;
  }
  return b;
}

/** Computes four rows at a time: their sums are independent, so four take hardly longer than one. */
function factorColumn(a: Float64Array, n: number, j: number): void {
  const rowJ = j * n;
  let square = a[rowJ + j]!;
  for (let k = 0; k < j; k++) square -= a[rowJ + k]! * a[rowJ + k]!;
  if (!(square > 0)) throw new Error('The matrix is not positive definite');
  const root = Math.sqrt(square);
  a[rowJ + j] = root;
  let i = j + 1;
  for (; i + 3 < n; i += 4) {
    const row0 = i * n;
    const row1 = row0 + n;
    const row2 = row1 + n;
    const row3 = row2 + n;
    let sum0 = a[row0 + j]!;
    let sum1 = a[row1 + j]!;
    let sum2 = a[row2 + j]!;
    let sum3 = a[row3 + j]!;
    for (let k = 0; k < j; k++) {
      const factor = a[rowJ + k]!;
      sum0 -= a[row0 + k]! * factor;
      sum1 -= a[row1 + k]! * factor;
      sum2 -= a[row2 + k]! * factor;
      sum3 -= a[row3 + k]! * factor;
    }
    a[row0 + j] = sum0 / root;
    a[row1 + j] = sum1 / root;
    a[row2 + j] = sum2 / root;
    a[row3 + j] = sum3 / root;
  }
  for (; i < n; i++) {
    const row = i * n;
    let sum = a[row + j]!;
    for (let k = 0; k < j; k++) sum -= a[row + k]! * a[rowJ + k]!;
    a[row + j] = sum / root;
  }
}
