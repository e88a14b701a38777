import type { AdapterId } from './engines.ts'
import type { EngineUsage } from './engine-answer.ts'

/** The prices of a model, in millionths of a US dollar, by the list of its vendor. */
export interface ModelPrice {
  model: string
  /** Price of an input token; the price of a million tokens in dollars is the same number. */
  inputMicros: number
  /** Price of an output token; tokens of thinking are output too. */
  outputMicros: number
  /** Price of a search, or of a request where the vendor counts requests; free searches are not subtracted. */
  searchMicros: number
  /** The page of the vendor that states the prices, and when it was read. */
  source: string
  readOn: string
}

export interface AdapterFacts {
  /** The default address of the API; undefined where the operator has to set one. */
  baseUrl: string | undefined
  /** The default model; undefined where the operator has to set one. */
  defaultModel: string | undefined
  /** The page of the vendor that describes the request. */
  source: string
  /** The pace of one account at its lowest tier, with room for other uses of the account. */
  pace: { concurrency: number; intervalMs: number }
}

export const ADAPTER_FACTS: Readonly<Record<AdapterId, AdapterFacts>> = {
  openai: {
    baseUrl: 'https://api.openai.com',
    defaultModel: 'gpt-5.4-mini',
    source: 'https://developers.openai.com/api/docs/guides/tools-web-search',
    pace: { concurrency: 4, intervalMs: 250 },
  },
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    defaultModel: 'claude-sonnet-5',
    source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool',
    pace: { concurrency: 3, intervalMs: 500 },
  },
  perplexity: {
    baseUrl: 'https://api.perplexity.ai',
    defaultModel: 'sonar',
    source: 'https://docs.perplexity.ai/docs/legacy/sonar/models/sonar',
    // 50 requests a minute.
    pace: { concurrency: 3, intervalMs: 1_300 },
  },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    defaultModel: 'gemini-3.5-flash',
    source: 'https://ai.google.dev/gemini-api/docs/google-search',
    pace: { concurrency: 4, intervalMs: 500 },
  },
  xai: {
    baseUrl: 'https://api.x.ai',
    defaultModel: 'grok-4.3',
    source: 'https://docs.x.ai/developers/tools/web-search',
    pace: { concurrency: 4, intervalMs: 250 },
  },
  mistral: {
    baseUrl: 'https://api.mistral.ai',
    defaultModel: 'mistral-medium-latest',
    source: 'https://docs.mistral.ai/agents/tools/built-in/websearch',
    pace: { concurrency: 2, intervalMs: 1_000 },
  },
  'openai-compatible': {
    baseUrl: undefined,
    defaultModel: undefined,
    source: 'https://openrouter.ai/docs/guides/features/server-tools/web-search',
    pace: { concurrency: 2, intervalMs: 0 },
  },
  serpapi: {
    baseUrl: 'https://serpapi.com',
    defaultModel: 'google-ai-overview',
    source: 'https://serpapi.com/google-ai-overview-api',
    pace: { concurrency: 2, intervalMs: 500 },
  },
  fake: {
    baseUrl: undefined,
    defaultModel: 'fake-1',
    source: '',
    pace: { concurrency: 8, intervalMs: 0 },
  },
}

/**
 * Prices that a page of the vendor states. A model that is not listed has no price, and its answers have no cost;
 * prices that only others report, or that depend on a contract, are not listed.
 */
export const MODEL_PRICES: readonly ModelPrice[] = [
  {
    // The results of a search are billed as tokens of the input.
    model: 'gpt-5.4-mini',
    inputMicros: 0.75,
    outputMicros: 4.5,
    searchMicros: 10_000,
    source: 'https://developers.openai.com/api/docs/pricing',
    readOn: '2026-09-27',
  },
  {
    model: 'claude-sonnet-5',
    inputMicros: 2,
    outputMicros: 10,
    searchMicros: 10_000,
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    readOn: '2026-09-20',
  },
  {
    model: 'claude-haiku-4-5',
    inputMicros: 1,
    outputMicros: 5,
    searchMicros: 10_000,
    source: 'https://platform.claude.com/docs/en/about-claude/pricing',
    readOn: '2026-09-20',
  },
  {
    // The prices of the search context `low`, which requests ask for.
    model: 'sonar',
    inputMicros: 1,
    outputMicros: 1,
    searchMicros: 5_000,
    source: 'https://docs.perplexity.ai/docs/legacy/sonar/models/sonar',
    readOn: '2026-11-27',
  },
  {
    // The price of a search, of which an answer may take several; 5,000 a month are free.
    model: 'gemini-3.5-flash',
    inputMicros: 1.5,
    outputMicros: 9,
    searchMicros: 14_000,
    source: 'https://ai.google.dev/gemini-api/docs/pricing',
    readOn: '2026-10-07',
  },
  {
    // The prices of requests within 200,000 tokens.
    model: 'grok-4.3',
    inputMicros: 1.25,
    outputMicros: 2.5,
    searchMicros: 5_000,
    source: 'https://docs.x.ai/developers/pricing',
    readOn: '2026-11-27',
  },
  {
    model: 'fake-1',
    inputMicros: 0,
    outputMicros: 0,
    searchMicros: 0,
    source: '',
    readOn: '2026-11-27',
  },
]

/** Finds the price of a model; undefined where none is known. */
export const priceOf = (model: string): ModelPrice | undefined =>
  MODEL_PRICES.find((price) => price.model === model)

/** Computes what an answer costs, in millionths of a US dollar; null where the price or the usage is not known. */
export function costMicros(model: string, usage: EngineUsage): number | null {
  const price = priceOf(model)
  const { inputTokens, outputTokens, searches } = usage
  if (!price || inputTokens === null || outputTokens === null || searches === null) return null
  const { inputMicros, outputMicros, searchMicros } = price
  return Math.ceil(
    inputTokens * inputMicros + outputTokens * outputMicros + searches * searchMicros,
  )
}
