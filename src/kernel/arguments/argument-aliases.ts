/**
 * Other names that models give to the arguments of tools, by the name in the catalogue. Case, `_` and `-` make no
 * difference anywhere. Each name here must mean one thing: a name that could mean two is left to the refusal.
 */
export const ARGUMENT_ALIASES: Readonly<Record<string, readonly string[]>> = {
  site: ['site_id', 'domain', 'website', 'property'],
  path: ['page', 'pages', 'paths', 'page_path', 'page_url', 'url', 'urls'],
  range: ['period', 'date_range', 'time_range', 'timeframe', 'time_period', 'time_frame', 'dates'],
  compare: ['compare_to', 'comparison', 'compare_with', 'compared_to'],
  metrics: ['metric', 'measures', 'measure'],
  dimensions: [
    'dimension',
    'split_by',
    'group_by',
    'break_down_by',
    'breakdown',
    'by',
    'drivers',
    'driver',
  ],
  filters: ['filter', 'where'],
  interval: ['granularity', 'grain', 'bucket'],
  orderBy: ['order', 'sort', 'sort_by'],
  sort: ['order_by', 'order', 'sort_by'],
  limit: ['top', 'top_n', 'max_results', 'page_size', 'max_rows', 'count'],
  cursor: ['next_cursor', 'page_token', 'next_page_token', 'after'],
  query: ['q', 'search', 'search_query', 'keyword', 'keywords', 'words'],
  steps: ['step', 'stages', 'funnel'],
  isNew: ['new', 'only_new', 'new_only', 'new_topics'],
  id: ['document_id', 'result_id'],
  target: ['assistant', 'ai_assistant', 'chatbot'],
  href: ['link', 'ask_link'],
  prompt: ['text', 'prompt_text'],
  manifest: ['ask_ai', 'ask_ai_json'],
  // Of a filter.
  dimension: ['field', 'property', 'key', 'name', 'column'],
  op: ['operator', 'comparison', 'condition'],
  values: ['value', 'val'],
  anyOf: ['or', 'any'],
}

/** The names that models give to the first and to the last day of a range, which tools take as one argument. */
export const RANGE_ENDS = {
  from: ['from', 'start', 'start_date', 'since', 'date_from', 'from_date', 'begin', 'begin_date'],
  to: ['to', 'end', 'end_date', 'until', 'date_to', 'to_date'],
} as const

/** Pairs of names that models give to two periods to compare. The period that begins later is the range. */
export const TWO_PERIODS = [
  ['period_a', 'period_b'],
  ['period_1', 'period_2'],
  ['range_a', 'range_b'],
  ['current', 'previous'],
  ['current_period', 'previous_period'],
] as const

/** Other words that models send for a listed value of an argument, by the listed value. */
export const VALUE_ALIASES: Readonly<Record<string, readonly string[]>> = {
  ai_clicks: ['clicks', 'ai_click', 'assistant_clicks'],
  impressions: ['views', 'widget_views', 'widget_impressions'],
  visitors: ['users', 'readers', 'unique_visitors', 'uniques'],
  ai_referrals: ['referrals', 'ai_visits', 'ai_traffic', 'visits_from_ai'],
  ai_referral_share: ['ai_share', 'ai_traffic_share', 'share_of_ai_traffic'],
  sessions: ['visits'],
  ai_ctr: ['ctr', 'click_through_rate', 'clickthrough_rate'],
  citation_rate: ['cited', 'citation', 'visibility'],
  mention_rate: ['mentions', 'mention'],
  sov_mention: ['share_of_voice', 'sov'],
  sourceDomain: ['source_domain', 'cited_domain'],
  path: ['page', 'page_path', 'url'],
  engine: ['ai', 'ai_engine', 'assistant', 'ai_assistant', 'chatbot', 'ai_chatbot', 'llm'],
  referrer: ['referer', 'referring_site'],
  campaign: ['utm_campaign', 'campaigns'],
  weekday: ['day_of_week', 'day_of_the_week', 'weekdays', 'dow'],
  hourOfDay: ['hour_of_the_day', 'time_of_day', 'hours_of_day'],
  'time:hour': ['hour', 'hourly'],
  'time:day': ['day', 'date', 'daily'],
  'time:week': ['week', 'weekly'],
  'time:month': ['month', 'monthly'],
  manifest: ['ask_ai', 'ask_ai_json', 'ask-ai.json'],
  hour: ['hourly'],
  day: ['daily'],
  week: ['weekly'],
  month: ['monthly'],
  recent: ['newest', 'latest', 'date', 'time'],
  frequent: ['frequency', 'count', 'popular', 'most_asked', 'top'],
  is: ['=', '==', 'eq', 'equals', 'equal'],
  is_not: ['!=', '<>', 'ne', 'neq', 'not', 'not_equals'],
  starts_with: ['prefix', 'begins_with'],
  contains: ['includes'],
  impression: ['view'],
  ai_click: ['click'],
  gt: ['>'],
  gte: ['>='],
  lt: ['<'],
  lte: ['<='],
}

/** Values that show the form of an argument, by its name, for the message that refuses another value. */
export const ARGUMENT_EXAMPLES: Readonly<Record<string, unknown>> = {
  range: 'last_month',
  compare: 'previous_period',
  filters: [{ dimension: 'engine', op: 'is', values: ['chatgpt'] }],
  path: '/guides/*',
  engine: 'chatgpt',
  limit: 25,
}

/** Returns the form in which names are compared: in lower case, without blanks, `_` and `-`. */
export const foldName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '')
