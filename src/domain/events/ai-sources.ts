import { findByHost } from '../../lib/web/find-by-host.ts'

// A visit from an AI assistant is seen in two places: the host it comes from, or the utm_source that the assistant adds
// itself. Facts compared across peers: Plausible's "AI Assistants" channel, Rybbit's aiOperators, Matomo's
// AIAssistants.yml (CC0), snowplow's referer-parser (facts only). Most assistants often send neither, so the visits
// found here are a lower bound. Last compared on 2026-11-20.

export interface AiSource {
  engine: string
  label: string
  operator: string
  /** Hosts of the Referer header, subdomains included; Android apps send their package name. */
  hosts: readonly string[]
  /** Values of `utm_source`, lower-case. */
  utmSources: readonly string[]
  /** Other spellings of an ask target. */
  aliases?: readonly string[]
}

// @NOTE hosts that people also visit for other things are left out (x.com, bing.com, duckduckgo.com,
// huggingface.co, kagi.com), and so is utm_source=meta, which is Facebook advertising.
// prettier-ignore
export const AI_SOURCES: readonly AiSource[] = [
  { engine: 'chatgpt', label: 'ChatGPT', operator: 'OpenAI',
    hosts: ['chatgpt.com', 'chat.openai.com', 'labs.openai.com', 'com.openai.chatgpt'],
    utmSources: ['chatgpt', 'chatgpt.com', 'chat.openai.com', 'openai', 'openai.com'], aliases: ['openai', 'chat-gpt'] },
  { engine: 'claude', label: 'Claude', operator: 'Anthropic', hosts: ['claude.ai', 'com.anthropic.claude'],
    utmSources: ['claude', 'claude.ai', 'anthropic'], aliases: ['anthropic'] },
  { engine: 'perplexity', label: 'Perplexity', operator: 'Perplexity AI',
    hosts: ['perplexity.ai', 'ai.perplexity.app.android'], utmSources: ['perplexity', 'perplexity.ai'], aliases: ['perplexity-ai'] },
  { engine: 'gemini', label: 'Gemini', operator: 'Google',
    hosts: ['gemini.google.com', 'bard.google.com', 'com.google.android.apps.bard'],
    utmSources: ['gemini', 'gemini.google.com', 'bard'], aliases: ['google-gemini', 'bard'] },
  { engine: 'aistudio', label: 'Google AI Studio', operator: 'Google', hosts: ['aistudio.google.com'],
    utmSources: ['aistudio', 'aistudio.google.com'], aliases: ['ai-studio'] },
  { engine: 'notebooklm', label: 'NotebookLM', operator: 'Google', hosts: ['notebooklm.google.com'],
    utmSources: ['notebooklm', 'notebooklm.google.com'], aliases: ['notebook-lm'] },
  { engine: 'copilot', label: 'Copilot', operator: 'Microsoft',
    hosts: ['copilot.microsoft.com', 'copilot.cloud.microsoft', 'm365.cloud.microsoft', 'edgeservices.bing.com', 'copilot.com', 'com.microsoft.copilot'],
    utmSources: ['copilot', 'copilot.com', 'copilot.microsoft.com'], aliases: ['microsoft-copilot', 'bing-chat'] },
  { engine: 'grok', label: 'Grok', operator: 'xAI', hosts: ['grok.com', 'x.ai', 'ai.x.grok'],
    utmSources: ['grok', 'grok.com', 'x.ai'], aliases: ['xai'] },
  { engine: 'deepseek', label: 'DeepSeek', operator: 'DeepSeek', hosts: ['deepseek.com', 'com.deepseek.chat'],
    utmSources: ['deepseek', 'deepseek.com', 'chat.deepseek.com'], aliases: ['deep-seek'] },
  { engine: 'mistral', label: 'Le Chat', operator: 'Mistral AI', hosts: ['chat.mistral.ai', 'ai.mistral.chat'],
    utmSources: ['mistral', 'mistral.ai', 'chat.mistral.ai', 'lechat', 'le-chat'], aliases: ['lechat', 'mistral-ai'] },
  { engine: 'meta', label: 'Meta AI', operator: 'Meta', hosts: ['meta.ai'], utmSources: ['meta.ai', 'meta-ai', 'meta_ai'] },
  { engine: 'you', label: 'You.com', operator: 'You.com', hosts: ['you.com'], utmSources: ['you.com'] },
  { engine: 'phind', label: 'Phind', operator: 'Phind', hosts: ['phind.com'], utmSources: ['phind', 'phind.com'] },
  { engine: 'poe', label: 'Poe', operator: 'Quora', hosts: ['poe.com'], utmSources: ['poe', 'poe.com'] },
  { engine: 'kimi', label: 'Kimi', operator: 'Moonshot AI', hosts: ['kimi.com', 'kimi.ai', 'kimi.moonshot.cn'],
    utmSources: ['kimi', 'kimi.com', 'kimi.ai', 'kimi.moonshot.cn'], aliases: ['moonshot'] },
  { engine: 'qwen', label: 'Qwen', operator: 'Alibaba', hosts: ['chat.qwen.ai', 'chat.qwenlm.ai', 'tongyi.aliyun.com'],
    utmSources: ['qwen', 'qwen.ai', 'chat.qwen.ai'], aliases: ['tongyi'] },
  { engine: 'duckai', label: 'Duck.ai', operator: 'DuckDuckGo', hosts: ['duck.ai'],
    utmSources: ['duck.ai', 'duckai', 'duck-ai'], aliases: ['duck-ai'] },
  { engine: 'lumo', label: 'Lumo', operator: 'Proton', hosts: ['lumo.proton.me'], utmSources: ['lumo', 'lumo.proton.me'] },
  { engine: 'iask', label: 'iAsk', operator: 'iAsk', hosts: ['iask.ai'], utmSources: ['iask', 'iask.ai'] },
  { engine: 'andi', label: 'Andi', operator: 'Andi', hosts: ['andisearch.com'], utmSources: ['andisearch', 'andisearch.com'] },
  { engine: 'komo', label: 'Komo', operator: 'Komo', hosts: ['komo.ai'], utmSources: ['komo', 'komo.ai'] },
  { engine: 'zai', label: 'Z.ai', operator: 'Zhipu AI', hosts: ['chat.z.ai', 'chatglm.cn'],
    utmSources: ['z.ai', 'chat.z.ai', 'chatglm'], aliases: ['chatglm'] },
  { engine: 'doubao', label: 'Doubao', operator: 'ByteDance', hosts: ['doubao.com'], utmSources: ['doubao', 'doubao.com'] },
  { engine: 'yuanbao', label: 'Yuanbao', operator: 'Tencent', hosts: ['yuanbao.tencent.com'],
    utmSources: ['yuanbao', 'yuanbao.tencent.com'] },
  { engine: 'ernie', label: 'ERNIE Bot', operator: 'Baidu', hosts: ['yiyan.baidu.com', 'ernie.baidu.com', 'ai.baidu.com'],
    utmSources: ['yiyan', 'yiyan.baidu.com'], aliases: ['yiyan'] },
  { engine: 'genspark', label: 'Genspark', operator: 'Genspark', hosts: ['genspark.ai'], utmSources: ['genspark', 'genspark.ai'] },
  { engine: 'manus', label: 'Manus', operator: 'Manus', hosts: ['manus.im'], utmSources: ['manus', 'manus.im'] },
  { engine: 'character', label: 'Character.AI', operator: 'Character.AI', hosts: ['character.ai'], utmSources: ['character.ai'] },
  { engine: 'pi', label: 'Pi', operator: 'Inflection AI', hosts: ['pi.ai'], utmSources: ['pi.ai'] },
  { engine: 't3-chat', label: 'T3 Chat', operator: 'T3 Tools', hosts: ['t3.chat'], utmSources: ['t3.chat'] },
  { engine: 'scira', label: 'Scira', operator: 'Scira', hosts: ['scira.ai'], utmSources: ['scira', 'scira.ai'] },
  { engine: 'cursor', label: 'Cursor', operator: 'Anysphere', hosts: ['cursor.com'], utmSources: ['cursor', 'cursor.com'] },
  // Readers can ask these two, but their visits look like ordinary search.
  { engine: 'google-ai-mode', label: 'Google AI Mode', operator: 'Google', hosts: [], utmSources: [], aliases: ['ai-mode'] },
  { engine: 'huggingchat', label: 'HuggingChat', operator: 'Hugging Face', hosts: [], utmSources: ['huggingchat'], aliases: ['hugging-chat'] },
]

/**
 * The labels of engines by their ids; the object has no prototype, because an id kept by `engineId` can be any word.
 */
export const ENGINE_LABEL: Readonly<Record<string, string>> = Object.setPrototypeOf(
  Object.fromEntries(AI_SOURCES.map(({ engine, label }) => [engine, label])),
  null,
)

/** The company behind each engine. */
export const OPERATOR_BY_ENGINE: Readonly<Record<string, string>> = Object.fromEntries(
  AI_SOURCES.map(({ engine, operator }) => [engine, operator]),
)

const engineByHost = indexEngines(({ hosts }) => hosts)
const engineByUtmSource = indexEngines(({ utmSources }) => utmSources)
const engineByName = indexEngines(({ engine, label, aliases = [] }) => [
  engine,
  slugOf(label),
  ...aliases,
])

const PAID_MEDIUMS = new Set(
  'cpc ppc cpm cpa cpv cpl ad ads advert advertising display banner sponsored retargeting'.split(
    ' ',
  ),
)

export interface AiVisit {
  engine: string
  evidence: 'referrer' | 'utm' | 'both'
  paid: boolean
}

/**
 * Returns the assistant that a visit came from, or undefined. When host and utm_source name two assistants the host
 * wins: it comes from the browser, and utm_source from the author of the link.
 */
export function classifySource(source: {
  referrerHost?: string | undefined
  utmSource?: string | undefined
  utmMedium?: string | undefined
}): AiVisit | undefined {
  const byHost = findEngineByHost(normalise(source.referrerHost))
  const byUtm = findByUtmSource(normalise(source.utmSource))
  const engine = byHost ?? byUtm
  if (engine === undefined) return undefined
  const paid = isPaid(normalise(source.utmMedium))
  if (byHost === undefined) return { engine, evidence: 'utm', paid }
  return { engine, evidence: byUtm === byHost ? 'both' : 'referrer', paid }
}

/**
 * Returns the engine id of an ask target as a widget names it: `ChatGPT`, `chatgpt.com` and `chatgpt` are one. An
 * unknown target is returned in lower case when it has the shape of an id, else undefined.
 */
export function engineId(target: string): string | undefined {
  const name = normalise(target)
  const known = engineByName.get(slugOf(name)) ?? findEngineByHost(name)
  if (known !== undefined) return known
  return /^[a-z0-9][a-z0-9_-]{0,39}$/.test(name) ? name : undefined
}

const findEngineByHost = (host: string): string | undefined =>
  findByHost(host.endsWith('.') ? host.slice(0, -1) : host, engineByHost)

function findByUtmSource(utmSource: string): string | undefined {
  const name = utmSource.startsWith('www.') ? utmSource.slice(4) : utmSource
  return engineByUtmSource.get(name)
}

function isPaid(utmMedium: string): boolean {
  return PAID_MEDIUMS.has(utmMedium) || utmMedium.startsWith('paid')
}

function normalise(text = ''): string {
  return text.trim().toLowerCase()
}

function slugOf(text: string): string {
  return text.toLowerCase().replace(/[ _.]+/g, '-')
}

function indexEngines(namesOf: (source: AiSource) => readonly string[]): Map<string, string> {
  return new Map(
    AI_SOURCES.flatMap((source) => namesOf(source).map((name) => [name, source.engine] as const)),
  )
}
