import { t } from '../../../texts/index.ts'
import type { Filter } from './asked.ts'

export interface AskedOf {
  site: string
  range: { from: string; to: string } | undefined
  compare?: string
  filters: readonly Filter[]
}

/**
 * Writes words for an assistant that lead to the same numbers: they name the tool and its arguments, with the days as
 * they were.
 */
export function questionFor(
  question: string,
  tool: string,
  { site, range, compare, filters }: AskedOf,
  more: Readonly<Record<string, unknown>>,
): string {
  const given = {
    site,
    ...(range && { range: `${range.from}..${range.to}` }),
    ...(compare !== undefined && { compare }),
    ...more,
    ...(filters.length > 0 && { filters }),
  }
  return `${question} ${t.overview.ask.use(tool, JSON.stringify(given))}`
}
