import type { Arguments } from './ask-tool.ts'

const ASK = { id: 'summary', intent: 'summarize', template: 'Summarize “{title}”.' }
const PAGE = { url: 'https://example.com/tea', title: 'Tea at noon', site: 'Example' }

/** Arguments with which each tool of the protocol server succeeds. */
export const PROTOCOL_ARGUMENTS: Readonly<Record<string, Arguments>> = {
  list_ask_targets: {},
  build_ask_link: { ask: ASK, target: 'chatgpt', page: PAGE },
  evaluate_ask_policy: {
    policy: { rules: [{ path: '/', allow: ['answer'] }] },
    target: 'claude',
    use: 'answer',
    url: PAGE.url,
  },
  lint_prompt: { prompt: 'Summarize this page.\n\nSource: https://example.com/tea' },
  verify_ask_link: { href: 'https://chatgpt.com/?q=Summarize%20this.&hints=search' },
  get_schema: { name: 'cited-ask' },
}

/** Calls that put a text into every place of the protocol's tools which takes one. */
export function callsWithText(tool: string, text: string): Arguments[] {
  const site = text.slice(0, 300)
  const short = text.slice(0, 90)
  const page = { ...PAGE, title: text, site }
  const href = `https://chatgpt.com/?q=${encodeURIComponent(text)}`
  switch (tool) {
    case 'build_ask_link':
      return [
        { ask: { ...ASK, template: text.slice(0, 1_500) }, targets: ['chatgpt', short], page },
        { ask: { ...ASK, variables: { x: { label: short } } }, target: 'gemini', page },
        { ask: { ...ASK, template: '{x}', variables: { x: {} } }, inputs: { x: site }, page },
      ]
    case 'evaluate_ask_policy':
      return [
        {
          policy: { rules: [{ path: '/', targets: [short], allow: '*', license: PAGE.url }] },
          target: short,
          use: short.slice(0, 60),
          url: `https://example.com/${encodeURIComponent(short)}`,
          signals: { robotsTxt: `User-agent: *\nDisallow: /${short.replaceAll('\n', ' ')}` },
        },
      ]
    case 'lint_prompt':
      return [{ prompt: text.slice(0, 8_000) }, { prompt: site, sources: [short] }]
    case 'verify_ask_link': {
      const source = encodeURIComponent(`\n\nSource: https://example.com/${short}`)
      const manifest = {
        askAi: '1.0',
        site: { name: site, url: 'https://example.com/' },
        prompts: [{ id: 'a', intent: 'ask', template: short }],
      }
      return [{ href }, { href: `${href}${source}`, manifest }]
    }
    default:
      return PROTOCOL_ARGUMENTS[tool] ? [PROTOCOL_ARGUMENTS[tool]] : []
  }
}
