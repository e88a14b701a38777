import { KeyedQueue } from '../../../lib/concurrency/keyed-queue.ts'
import type { Logger } from '../../../lib/logger.ts'
import type { ConfiguredWriter } from '../../../domain/prompts/prompt-writer.ts'
import type { OpenAiOptions } from './open-ai-writer.ts'

export interface WriterOptions extends OpenAiOptions {
  /** The most requests to the model at a time, over the whole process. */
  concurrency: number
  /** The most pages that one run may ask for, which bounds its cost. */
  maxPages: number
}

/** Makes the writer of prompts in a language model's words; the client of the model is loaded with the first page. */
export function configuredWriter(
  options: WriterOptions,
  log: Logger,
): () => Promise<ConfiguredWriter> {
  let loaded: Promise<ConfiguredWriter> | undefined
  return () => (loaded ??= load(options, log))
}

async function load(options: WriterOptions, log: Logger): Promise<ConfiguredWriter> {
  const { OpenAiWriter } = await import('./open-ai-writer.ts')
  const { concurrency, maxPages, ...endpoint } = options
  return {
    writer: new OpenAiWriter(endpoint, log),
    gate: new KeyedQueue({ concurrency: concurrency }),
    maxPages,
    log,
  }
}
