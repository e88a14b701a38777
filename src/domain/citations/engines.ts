/** The ways in which an engine is asked: by the vendor's API, or as a page of search results. */
export type EngineAccess = 'api' | 'serp'

export const ADAPTERS = [
  'openai',
  'anthropic',
  'perplexity',
  'gemini',
  'xai',
  'mistral',
  'openai-compatible',
  'serpapi',
  'fake',
] as const
export type AdapterId = (typeof ADAPTERS)[number]

/**
 * The engines that can be asked. Ids are those of `domain/events/ai-sources.ts` where the assistant has one, so that
 * citations, clicks and referrals are one dimension.
 */
export const CITATION_ENGINES = [
  'chatgpt',
  'claude',
  'perplexity',
  'gemini',
  'grok',
  'mistral',
  'compatible',
  'google-ai-overview',
  'fake',
] as const
export type CitationEngine = (typeof CITATION_ENGINES)[number]

export const ENGINE_ADAPTERS: Readonly<
  Record<CitationEngine, { adapter: AdapterId; access: EngineAccess; label: string }>
> = {
  chatgpt: { adapter: 'openai', access: 'api', label: 'ChatGPT' },
  claude: { adapter: 'anthropic', access: 'api', label: 'Claude' },
  perplexity: { adapter: 'perplexity', access: 'api', label: 'Perplexity' },
  gemini: { adapter: 'gemini', access: 'api', label: 'Gemini' },
  grok: { adapter: 'xai', access: 'api', label: 'Grok' },
  mistral: { adapter: 'mistral', access: 'api', label: 'Le Chat' },
  compatible: { adapter: 'openai-compatible', access: 'api', label: 'Own model' },
  'google-ai-overview': { adapter: 'serpapi', access: 'serp', label: 'Google AI Overview' },
  fake: { adapter: 'fake', access: 'api', label: 'Invented answers' },
}
