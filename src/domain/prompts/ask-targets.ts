// The assistants to which a reader can take a prompt, and the address that opens each with it. Only some of these
// addresses are documented, and they change without notice; where none works, readers copy the prompt. Last compared
// with the assistants on 2026-11-20.

interface AskTarget {
  /**
   * The address before the prompt, which is percent-encoded as UTF-8 outside of `A-Za-z0-9-._~`; null when readers
   * can only copy it.
   */
  before: string | null
  /** The address behind the prompt. */
  after?: string
  /** True when offered without a rule that says which. */
  isDefault?: true
}

const COPY_ONLY: AskTarget = { before: null }

/** Targets by the id that rules and events name. */
const ASK_TARGETS = new Map<string, AskTarget>([
  ['chatgpt', { before: 'https://chatgpt.com/?q=', isDefault: true }],
  ['claude', { before: 'https://claude.ai/new?q=', isDefault: true }],
  ['perplexity', { before: 'https://www.perplexity.ai/search?q=', isDefault: true }],
  ['google-ai-mode', { before: 'https://www.google.com/search?udm=50&q=', isDefault: true }],
  ['gemini', { ...COPY_ONLY, isDefault: true }],
  ['copilot', { ...COPY_ONLY, isDefault: true }],
  ['grok', { before: 'https://grok.com/?q=', isDefault: true }],
  ['mistral', { before: 'https://chat.mistral.ai/chat?q=', isDefault: true }],
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

const DEFAULT_TARGETS = [...ASK_TARGETS]
  .filter(([, { isDefault }]) => isDefault === true)
  .map(([id]) => id)

/**
 * Length in bytes of the address that opens a text, by target. Counts the targets that a rule offers, else the
 * default ones; targets without an address are absent.
 */
export function urlBytes(text: string, targets: readonly string[] | null): Record<string, number> {
  if (text === '') return {}
  const bytes = encodedBytes(text)
  return Object.fromEntries(
    (targets ?? DEFAULT_TARGETS).flatMap((id) => {
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
