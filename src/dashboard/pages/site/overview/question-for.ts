import { t } from '../../../texts/index.ts'
import type { Filter } from './asked.ts'

export interface AskedOf {
  site: string
  range: { from: string; to: string } | undefined
  compare?: string
  filters: readonly Filter[]
}

/**
 * Writes a question for an assistant that leads to the same numbers: it names the tool and its arguments, with the days
 * that are shown.
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
