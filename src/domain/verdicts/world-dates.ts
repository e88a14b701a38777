/** A day on which something began that concerns every site alike. */
export interface WorldDate {
  /** The day as `YYYY-MM-DD` in the announcement; a day of any zone. */
  day: string
  /** The event, in a few words. */
  text: string
  /** The address of the announcement. */
  source: string
}

const CHATGPT_SEARCH = 'https://openai.com/index/introducing-chatgpt-search/'
const CLAUDE_SEARCH = 'https://www.anthropic.com/news/web-search'

/**
 * Days on which assistants began to link to the web, or were opened to more people, in order. Only what the vendor has
 * announced with a day stands here; most of it came to its readers over days or weeks.
 */
export const WORLD_DATES: readonly WorldDate[] = [
  {
    day: '2024-05-14',
    text: 'Google AI Overviews were opened to everybody in the United States',
    source: 'https://blog.google/products/search/generative-ai-google-search-may-2024/',
  },
  {
    day: '2024-10-28',
    text: 'Google AI Overviews came to more than 100 further countries',
    source: 'https://blog.google/products/search/ai-overviews-search-october-2024/',
  },
  {
    day: '2024-10-31',
    text: 'ChatGPT search, which links to its sources, was opened to subscribers',
    source: CHATGPT_SEARCH,
  },
  {
    day: '2024-12-16',
    text: 'ChatGPT search was opened to everybody who is signed in',
    source: CHATGPT_SEARCH,
  },
  {
    day: '2025-02-05',
    text: 'ChatGPT search was opened to everybody',
    source: CHATGPT_SEARCH,
  },
  {
    day: '2025-03-20',
    text: 'Claude began to search the web, for subscribers in the United States',
    source: CLAUDE_SEARCH,
  },
  {
    day: '2025-05-20',
    text: 'Google AI Mode was opened to everybody in the United States',
    source: 'https://blog.google/products/search/google-search-ai-mode-update/',
  },
  {
    day: '2025-05-27',
    text: 'the web search of Claude was opened to all plans, worldwide',
    source: CLAUDE_SEARCH,
  },
  {
    day: '2025-10-02',
    text: 'Comet, the browser of Perplexity, was opened to everybody',
    source: 'https://www.perplexity.ai/hub/blog/comet-is-now-available-to-everyone-worldwide',
  },
]
