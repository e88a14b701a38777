import { foldName } from '../arguments/argument-aliases.ts'

interface NotMeasured {
  what: string
  /** Names under which people ask for the thing; case, blanks, `_` and `-` make no difference. */
  names: readonly string[]
  /** The measured numbers that come nearest to the thing, in words. */
  nearest: string
}

/** Things that people ask of such a service and that this one does not count. */
export const NOT_MEASURED: readonly NotMeasured[] = [
  {
    what: 'revenue',
    names: ['revenue', 'sales', 'orders', 'purchases', 'conversions', 'conversion_rate', 'income'],
    nearest: 'ai_clicks and shares, and run_funnel from one step to the next',
  },
  {
    what: 'rankings',
    names: ['ranking', 'rankings', 'rank', 'position', 'keyword', 'keywords'],
    nearest: 'avg_position, of citations in the answers of engines',
  },
  {
    what: 'traffic of competitors',
    names: ['competitor', 'competitors', 'market_share', 'competitor_traffic'],
    nearest: 'sources by owner or sourceDomain: who is cited instead',
  },
  {
    what: 'crawler visits',
    names: ['crawls', 'crawler', 'crawlers', 'crawler_visits', 'bots', 'bot_visits', 'bot_fetches'],
    nearest: 'get_site, whose checks say which crawlers robots.txt lets in',
  },
]

const BY_NAME = new Map(
  NOT_MEASURED.flatMap((one) => one.names.map((name) => [foldName(name), one] as const)),
)

/**
 * Names the nearest measured numbers for a word of something that is not counted here; undefined for any other word.
 */
export function notMeasured(word: unknown): string | undefined {
  const found = typeof word === 'string' ? BY_NAME.get(foldName(word)) : undefined
  return found && `${found.what}: not measured here; the nearest is ${found.nearest}`
}
