// Where a reader can take a prompt, and the address that opens the assistant with it. Of the addresses only some are
// documented, and they change without notice; where none is known to work, readers copy the prompt. Last compared with
// the assistants on 2026-11-20.

interface AskTarget {
  /** Before the prompt, which is percent-encoded as UTF-8 outside of `A-Za-z0-9-._~`; null: copy only. */
  before: string | null
  /** Behind it. */
  after?: string
  /** Offered where no rule says which. */
  isUsual?: true
}

const COPY_ONLY: AskTarget = { before: null }

/** By the id that rules and events name. */
const ASK_TARGETS = new Map<string, AskTarget>([
  ['chatgpt', { before: 'https://chatgpt.com/?q=', isUsual: true }],
  ['claude', { before: 'https://claude.ai/new?q=', isUsual: true }],
  ['perplexity', { before: 'https://www.perplexity.ai/search?q=', isUsual: true }],
  ['google-ai-mode', { before: 'https://www.google.com/search?udm=50&q=', isUsual: true }],
  ['gemini', { ...COPY_ONLY, isUsual: true }],
  ['copilot', { ...COPY_ONLY, isUsual: true }],
  ['grok', { before: 'https://grok.com/?q=', isUsual: true }],
  ['mistral', { before: 'https://chat.mistral.ai/chat?q=', isUsual: true }],
  ['duck-ai', { before: 'https://duckduckgo.com/?q=', after: '&ia=chat&duckai=1' }],
  ['kagi', { before: 'https://kagi.com/assistant?q=' }],
  ['you', { before: 'https://you.com/search?q=' }],
  ['brave', { before: 'https://search.brave.com/ask?q=' }],
  ['t3-chat', { before: 'https://t3.chat/new?q=' }],
  ['scira', { before: 'https://scira.ai/?q=' }],
  ['github-copilot', { before: 'https://github.com/copilot?prompt=' }],
  ['cursor', { before: 'https://cursor.com/link/prompt?text=' }],
  ['ai-studio', { before: 'https://ai.studio/prompts/new_chat?prompt=' }],
  ['v0', { before: 'https://v0.app/?q=' }],
  ['deepseek', COPY_ONLY],
  ['meta-ai', COPY_ONLY],
  ['huggingchat', COPY_ONLY],
  ['phind', COPY_ONLY],
  ['pi', COPY_ONLY],
  ['poe', COPY_ONLY],
])

export const ASK_TARGET_IDS: readonly string[] = [...ASK_TARGETS.keys()]

const USUAL = [...ASK_TARGETS].filter(([, { isUsual }]) => isUsual === true).map(([id]) => id)

/** Bytes of the address that opens a text, by the targets that have one: of those that a rule offers, or the usual. */
export function urlBytes(text: string, targets: readonly string[] | null): Record<string, number> {
  if (text === '') return {}
  const bytes = encodedBytes(text)
  return Object.fromEntries(
    (targets ?? USUAL).flatMap((id) => {
      const { before = null, after = '' } = ASK_TARGETS.get(id) ?? {}
      return before === null ? [] : [[id, before.length + bytes + after.length]]
    }),
  )
}

/** Length of a text in a query: three characters for each byte of UTF-8 that is not unreserved. */
function encodedBytes(text: string): number {
  let plain = 0
  for (let at = 0; at < text.length; at++) if (isUnreserved(text.charCodeAt(at))) plain += 1
  return 3 * Buffer.byteLength(text) - 2 * plain
}

/** RFC 3986, 2.3. */
const isUnreserved = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 45 ||
  code === 46 ||
  code === 95 ||
  code === 126
