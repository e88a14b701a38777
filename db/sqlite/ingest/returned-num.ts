/** Unwraps the number of an `INSERT … RETURNING num`, which without a conflict clause always returns one row. */
export function returnedNum(num: number | undefined): number {
  if (num === undefined) throw new Error('The insert returned no number')
  return num
}
