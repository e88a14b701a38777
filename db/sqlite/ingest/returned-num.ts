/** What an `INSERT … RETURNING num` without a conflict clause answers: one row, always. */
export function returnedNum(num: number | undefined): number {
  if (num === undefined) throw new Error('The insert returned no number')
  return num
}
