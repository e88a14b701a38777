/** Name under which answers to the browser's user agent are told. */
export const BROWSER = 'a browser'

const MOZILLA = 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible;'

/**
 * User agents in whose names the page is asked for where the owner of a site wants to know whether all get the same:
 * a browser, and bots by the strings that their operators publish. Protections know them by these words.
 */
export const PARITY_AGENTS: Readonly<Record<string, string>> = {
  [BROWSER]:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  GPTBot: `${MOZILLA} GPTBot/1.3; +https://openai.com/gptbot)`,
  ClaudeBot: `${MOZILLA} ClaudeBot/1.0; +claudebot@anthropic.com)`,
  PerplexityBot: `${MOZILLA} PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)`,
}
