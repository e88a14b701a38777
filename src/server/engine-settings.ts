import * as z from 'zod'
import { ADAPTER_FACTS } from '../domain/citations/engine-models.ts'
import {
  ENGINE_ADAPTERS,
  type AdapterId,
  type CitationEngine,
} from '../domain/citations/engines.ts'
import type { EngineAccount, OperatorEngines } from '../kernel/ports/engine-gateway.ts'
import { parseUrl } from '../lib/web/parse-url.ts'

const Key = z
  .string()
  .regex(/^[\x21-\x7e]{1,500}$/, 'must be printable ASCII without spaces')
  .optional()

const Address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(1_000)
  .refine((url) => {
    const parsed = parseUrl(url)
    return parsed !== undefined && parsed.username + parsed.password === ''
  }, 'must not hold a user or password; the key has a setting of its own')
  .optional()

const Model = z.string().max(200).optional()

const keyOf = (vendor: string, engine: CitationEngine) =>
  Key.describe(
    `Key for ${vendor}, by which sites see whether ${ENGINE_ADAPTERS[engine].label} cites them; organizations without a key of their own are asked for with it`,
  )

const addressOf = (adapter: AdapterId) =>
  Address.describe(
    `Address in place of ${ADAPTER_FACTS[adapter].baseUrl}; the key of this setting’s engine goes there, and keys of organizations do not`,
  )

const modelOf = (adapter: AdapterId) =>
  Model.describe(`Model that is asked, by default ${ADAPTER_FACTS[adapter].defaultModel}`)

/** Settings for an operator who pays for the engines that the Citation Monitor asks. */
export const ENGINE_SETTINGS = {
  OPENAI_API_KEY: keyOf('the API of OpenAI', 'chatgpt'),
  OPENAI_BASE_URL: addressOf('openai'),
  OPENAI_CITATION_MODEL: modelOf('openai'),
  ANTHROPIC_API_KEY: keyOf('the API of Anthropic', 'claude'),
  ANTHROPIC_BASE_URL: addressOf('anthropic'),
  ANTHROPIC_CITATION_MODEL: modelOf('anthropic'),
  PERPLEXITY_API_KEY: keyOf('the API of Perplexity', 'perplexity'),
  PERPLEXITY_BASE_URL: addressOf('perplexity'),
  PERPLEXITY_CITATION_MODEL: modelOf('perplexity'),
  GEMINI_API_KEY: keyOf('the Gemini API', 'gemini'),
  GEMINI_BASE_URL: addressOf('gemini'),
  GEMINI_CITATION_MODEL: modelOf('gemini'),
  XAI_API_KEY: keyOf('the API of xAI', 'grok'),
  XAI_BASE_URL: addressOf('xai'),
  XAI_CITATION_MODEL: modelOf('xai'),
  MISTRAL_API_KEY: keyOf('the API of Mistral', 'mistral'),
  MISTRAL_BASE_URL: addressOf('mistral'),
  MISTRAL_CITATION_MODEL: modelOf('mistral'),
  SERPAPI_API_KEY: keyOf('SerpApi', 'google-ai-overview'),
  SERPAPI_BASE_URL: addressOf('serpapi'),
  CITATIONS_COMPATIBLE_URL: Address.describe(
    'OpenAI-compatible endpoint that the Citation Monitor asks too, such as http://localhost:11434/v1 or that of OpenRouter',
  ),
  CITATIONS_COMPATIBLE_KEY: Key.describe(
    'Bearer token for CITATIONS_COMPATIBLE_URL, if it wants one',
  ),
  CITATIONS_COMPATIBLE_MODEL: Model.describe('Model at CITATIONS_COMPATIBLE_URL, which needs one'),
  CITATIONS_COMPATIBLE_TOOL: z
    .enum(['none', 'openrouter:web_search'], {
      error: 'must be one of none, openrouter:web_search',
    })
    .default('none')
    .describe('Tool for searches that is sent to CITATIONS_COMPATIBLE_URL'),
  CITATIONS_FAKE: z
    .enum(['0', '1', 'demo'], { error: 'must be one of 0, 1, demo' })
    .default('0')
    .describe(
      '1 offers the engine fake, which invents answers and asks nobody; with demo its runs tell webhooks of citations, too',
    ),
}

type EngineSettings = z.output<z.ZodObject<typeof ENGINE_SETTINGS>>

/** True where no address of the operator's own is set, or a model is named for it. */
export const hasModelWithAddress = (env: EngineSettings): boolean =>
  env.CITATIONS_COMPATIBLE_URL === undefined || env.CITATIONS_COMPATIBLE_MODEL !== undefined

/**
 * Returns the engines that the operator offers: those of vendors with a key, the one at `CITATIONS_COMPATIBLE_URL`,
 * and that of invented answers where it is switched on.
 */
export function operatorEnginesOf(env: EngineSettings): OperatorEngines {
  const { CITATIONS_COMPATIBLE_URL: compatibleUrl } = env
  const vendors: [CitationEngine, string | undefined, string | undefined, string | undefined][] = [
    ['chatgpt', env.OPENAI_API_KEY, env.OPENAI_BASE_URL, env.OPENAI_CITATION_MODEL],
    ['claude', env.ANTHROPIC_API_KEY, env.ANTHROPIC_BASE_URL, env.ANTHROPIC_CITATION_MODEL],
    ['perplexity', env.PERPLEXITY_API_KEY, env.PERPLEXITY_BASE_URL, env.PERPLEXITY_CITATION_MODEL],
    ['gemini', env.GEMINI_API_KEY, env.GEMINI_BASE_URL, env.GEMINI_CITATION_MODEL],
    ['grok', env.XAI_API_KEY, env.XAI_BASE_URL, env.XAI_CITATION_MODEL],
    ['mistral', env.MISTRAL_API_KEY, env.MISTRAL_BASE_URL, env.MISTRAL_CITATION_MODEL],
    ['google-ai-overview', env.SERPAPI_API_KEY, env.SERPAPI_BASE_URL, undefined],
  ]
  const accounts = new Map<CitationEngine, EngineAccount>()
  for (const [engine, key, baseUrl, model] of vendors) {
    if (key !== undefined) accounts.set(engine, { key, baseUrl, model })
  }
  if (compatibleUrl !== undefined) {
    accounts.set('compatible', {
      key: env.CITATIONS_COMPATIBLE_KEY,
      baseUrl: compatibleUrl,
      model: env.CITATIONS_COMPATIBLE_MODEL,
      tool: env.CITATIONS_COMPATIBLE_TOOL === 'none' ? undefined : env.CITATIONS_COMPATIBLE_TOOL,
    })
  }
  return {
    accounts,
    hasFake: env.CITATIONS_FAKE !== '0',
    tellsOfFake: env.CITATIONS_FAKE === 'demo',
  }
}
