/**
 * Returns the number that an `INSERT … RETURNING num` gave; throws for undefined, which a statement without a conflict
 * clause never gives.
 */
export function returnedNum(num: number | undefined): number {
  if (num === undefined) throw new Error('The insert returned no number')
  return num
}
