/** The purpose for which a bot fetches pages. */
export type BotPurpose = 'search' | 'user_fetch' | 'training'

/** A bot of an AI engine, or of the search engine behind one; `token` is its name in robots.txt. */
export interface Bot {
  token: string
  operator: string
  purpose: BotPurpose
  /** States whether the bot follows robots.txt, as its operator says: fetches that a person asked for often do not. */
  respectsRobots: 'yes' | 'no' | 'may_not_apply' | 'unknown'
  /** True for a token that fetches nothing itself, but controls another bot's use of pages. */
  isTokenOnly?: boolean
  /** The token whose groups the bot follows when robots.txt does not name the bot itself. */
  fallbackToken?: string
  docsUrl: string
  /** The day on which the entry was last compared with what is published. */
  verifiedAt: string
}

/**
 * The days on which entries were compared: with the operator's page or two lists that agree, or with one list alone.
 */
const COMPARED = { verifiedAt: '2026-11-21' }
const LISTED = { verifiedAt: '2026-08-22' }

const OPENAI = {
  operator: 'OpenAI',
  docsUrl: 'https://developers.openai.com/docs/bots',
  ...COMPARED,
}
const ANTHROPIC = {
  operator: 'Anthropic',
  docsUrl: 'https://support.claude.com/en/articles/8896518',
  ...COMPARED,
}
const PERPLEXITY = {
  operator: 'Perplexity',
  docsUrl: 'https://docs.perplexity.ai/docs/resources/perplexity-crawlers',
  ...LISTED,
}
const MISTRAL = {
  operator: 'Mistral AI',
  docsUrl: 'https://docs.mistral.ai/en/robots',
  ...COMPARED,
}
const AMAZON = { operator: 'Amazon', docsUrl: 'https://developer.amazon.com/amazonbot' }
const APPLE = { operator: 'Apple', docsUrl: 'https://support.apple.com/en-us/119829', ...COMPARED }
const META = {
  operator: 'Meta',
  docsUrl: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
  ...LISTED,
}
const GOOGLE_DOCS = 'https://developers.google.com/crawling/docs/crawlers-fetchers'
const GOOGLE = { operator: 'Google', docsUrl: `${GOOGLE_DOCS}/google-common-crawlers`, ...COMPARED }

type Entry = Omit<Bot, 'purpose'>

/** Bots from whose index answers are made: a site that blocks them is not cited. */
const SEARCH: readonly Entry[] = [
  { token: 'OAI-SearchBot', ...OPENAI, respectsRobots: 'yes' },
  // AI Overviews and AI Mode are made from the index of web search.
  { token: 'Googlebot', ...GOOGLE, respectsRobots: 'yes' },
  {
    token: 'Bingbot',
    operator: 'Microsoft',
    respectsRobots: 'yes',
    docsUrl: 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0',
    ...LISTED,
  },
  { token: 'PerplexityBot', ...PERPLEXITY, respectsRobots: 'yes' },
  { token: 'Claude-SearchBot', ...ANTHROPIC, respectsRobots: 'yes' },
  { token: 'Applebot', ...APPLE, respectsRobots: 'yes', fallbackToken: 'Googlebot' },
  { token: 'Amzn-SearchBot', ...AMAZON, ...LISTED, respectsRobots: 'unknown' },
  { token: 'meta-webindexer', ...META, respectsRobots: 'unknown' },
  {
    token: 'DuckAssistBot',
    operator: 'DuckDuckGo',
    respectsRobots: 'yes',
    docsUrl: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
    ...LISTED,
  },
  { token: 'MistralAI-Index', ...MISTRAL, respectsRobots: 'yes' },
]

/** Bots that fetch one page because a person asked about it. */
const USER_FETCH: readonly Entry[] = [
  { token: 'ChatGPT-User', ...OPENAI, respectsRobots: 'may_not_apply' },
  { token: 'Claude-User', ...ANTHROPIC, respectsRobots: 'yes' },
  { token: 'Perplexity-User', ...PERPLEXITY, respectsRobots: 'no' },
  { token: 'MistralAI-User', ...MISTRAL, respectsRobots: 'yes' },
  {
    token: 'Google-Agent',
    operator: 'Google',
    respectsRobots: 'no',
    docsUrl: `${GOOGLE_DOCS}/google-user-triggered-fetchers`,
    ...COMPARED,
  },
  { token: 'Meta-ExternalFetcher', ...META, respectsRobots: 'may_not_apply' },
  { token: 'Amzn-User', ...AMAZON, ...LISTED, respectsRobots: 'unknown' },
]

/** Bots and tokens for training. A site may well allow or refuse them; only silence is no good answer. */
const TRAINING: readonly Entry[] = [
  { token: 'GPTBot', ...OPENAI, respectsRobots: 'yes' },
  { token: 'ClaudeBot', ...ANTHROPIC, respectsRobots: 'yes' },
  // This token controls Gemini's training and grounding; it does not change AI Overviews.
  { token: 'Google-Extended', ...GOOGLE, respectsRobots: 'yes', isTokenOnly: true },
  { token: 'Applebot-Extended', ...APPLE, respectsRobots: 'yes', isTokenOnly: true },
  {
    token: 'CCBot',
    operator: 'Common Crawl',
    respectsRobots: 'yes',
    docsUrl: 'https://commoncrawl.org/ccbot',
    ...COMPARED,
  },
  { token: 'Meta-ExternalAgent', ...META, respectsRobots: 'yes' },
  {
    token: 'Bytespider',
    operator: 'ByteDance',
    respectsRobots: 'no',
    docsUrl: 'https://github.com/ai-robots-txt/ai.robots.txt/blob/main/robots.json',
    ...COMPARED,
  },
  { token: 'Amazonbot', ...AMAZON, ...COMPARED, respectsRobots: 'yes' },
]

const withPurpose = (purpose: BotPurpose, entries: readonly Entry[]): Bot[] =>
  entries.map((entry) => ({ ...entry, purpose }))

/** The bots that the score asks robots.txt about, in the order in which they are shown. */
export const BOTS: readonly Bot[] = [
  ...withPurpose('search', SEARCH),
  ...withPurpose('user_fetch', USER_FETCH),
  ...withPurpose('training', TRAINING),
]
