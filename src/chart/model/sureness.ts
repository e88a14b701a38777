import type { Grid, GridCell } from './answer.ts'

interface Sureness {
  /** The lower end of the 95 % interval; null where it is not known. */
  low: number | null
  high: number | null
  /** True for a rate that rests on too few trials. */
  isFew: boolean
}

/**
 * Reads how sure the rate of a row is: from the columns with its interval, and the column that names the rates of too
 * few trials.
 */
export function surenessOf({ columns }: Grid, row: readonly GridCell[], metric: string): Sureness {
  const at = (name: string): GridCell => row[columns.indexOf(name)] ?? null
  const end = (name: string): number | null => {
    const cell = at(name)
    return typeof cell === 'number' ? cell : null
  }
  const few = String(at('too_few') ?? '').split(' ')
  return { low: end(`${metric}_low`), high: end(`${metric}_high`), isFew: few.includes(metric) }
}
