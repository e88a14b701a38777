/** The service that writes prompts, where there is one. */
export interface LlmConfig {
  url: string
  model: string
  apiKey: string | undefined
  timeoutMs: number
  concurrency: number
  maxPages: number
}

interface LlmSettings {
  LLM_URL?: string | undefined
  LLM_MODEL?: string | undefined
  LLM_API_KEY?: string | undefined
  LLM_TIMEOUT_MS: number
  LLM_CONCURRENCY: number
  LLM_MAX_PAGES: number
}

export const llmOf = (env: LlmSettings): LlmConfig | undefined =>
  env.LLM_URL === undefined || env.LLM_MODEL === undefined
    ? undefined
    : {
        url: env.LLM_URL,
        model: env.LLM_MODEL,
        apiKey: env.LLM_API_KEY,
        timeoutMs: env.LLM_TIMEOUT_MS,
        concurrency: env.LLM_CONCURRENCY,
        maxPages: env.LLM_MAX_PAGES,
      }
