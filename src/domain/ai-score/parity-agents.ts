/** Name of the browser among the user agents. */
export const BROWSER_AGENT = 'a browser'

const MOZILLA = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible;'

/**
 * User agents for the comparison that owners may ask for: a browser, and bots by the strings that their operators
 * publish, by which protections know them.
 */
export const PARITY_AGENTS: Readonly<Record<string, string>> = {
  [BROWSER_AGENT]:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  GPTBot: `${MOZILLA} GPTBot/1.3; +https://openai.com/gptbot)`,
  ClaudeBot: `${MOZILLA} ClaudeBot/1.0; +claudebot@anthropic.com)`,
  PerplexityBot: `${MOZILLA} PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
}
