import type { AdapterId } from '../../../domain/citations/engines.ts'
import { ANTHROPIC_SETUP, askAnthropic } from './anthropic.ts'
import { askGemini, GEMINI_SETUP } from './gemini.ts'
import { askMistral, MISTRAL_SETUP } from './mistral.ts'
import { askCompatible, compatibleSetup } from './openai-compatible.ts'
import { askOpenAi, OPENAI_SETUP } from './openai.ts'
import { askPerplexity, PERPLEXITY_SETUP } from './perplexity.ts'
import { askSerpApi, SERPAPI_SETUP } from './serp-api.ts'
import type { AskWire } from './wire.ts'
import { askXai, XAI_SETUP } from './xai.ts'

interface WireAdapter {
  ask: AskWire
  /**
   * Describes the parts of a request that, besides the model, define the measurement; `tool` is the tool for searches,
   * where the server has several.
   */
  setupOf(tool: string | undefined): string
}

/** The adapters that send requests to an engine. */
export const WIRE_ADAPTERS: Readonly<Record<Exclude<AdapterId, 'fake'>, WireAdapter>> = {
  openai: { ask: askOpenAi, setupOf: () => OPENAI_SETUP },
  anthropic: { ask: askAnthropic, setupOf: () => ANTHROPIC_SETUP },
  perplexity: { ask: askPerplexity, setupOf: () => PERPLEXITY_SETUP },
  gemini: { ask: askGemini, setupOf: () => GEMINI_SETUP },
  xai: { ask: askXai, setupOf: () => XAI_SETUP },
  mistral: { ask: askMistral, setupOf: () => MISTRAL_SETUP },
  'openai-compatible': { ask: askCompatible, setupOf: compatibleSetup },
  serpapi: { ask: askSerpApi, setupOf: () => SERPAPI_SETUP },
}
