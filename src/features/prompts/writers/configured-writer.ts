import type { AppContext } from '../../../core/app-context.ts'
import type { Logger } from '../../../core/logger.ts'
import { Gate } from '../../../queue/gate.ts'
import type { OpenAiOptions } from './open-ai-writer.ts'
import type { PromptWriter } from './prompt-writer.ts'

export interface WriterOptions extends OpenAiOptions {
  /** Requests at a time, of the whole process. */
  concurrency: number
  /** Pages that one run may ask for: a bound of its cost. */
  maxPages: number
}

/** The writer of a service, with what all of its runs share. */
export interface ConfiguredWriter {
  writer: PromptWriter
  gate: Gate
  maxPages: number
  log: Logger
}

/**
 * @NOTE beside the context rather than in it: the core knows no writer, and most services have none. Contexts are copied
 * for the address that a service has; what all copies share are its signals.
 */
const loaders = new WeakMap<AppContext['signals'], () => Promise<ConfiguredWriter>>()

/** Has a model word the prompts of a service; what asks it is loaded with the first page. */
export function useWriter({ signals }: AppContext, options: WriterOptions, log: Logger): void {
  let loaded: Promise<ConfiguredWriter> | undefined
  loaders.set(signals, () => (loaded ??= load(options, log)))
}

/** Undefined while nobody configured one, which is the default: prompts are deterministic then. */
export const writerOf = async ({ signals }: AppContext): Promise<ConfiguredWriter | undefined> =>
  loaders.get(signals)?.()

async function load(options: WriterOptions, log: Logger): Promise<ConfiguredWriter> {
  const { OpenAiWriter } = await import('./open-ai-writer.ts')
  const { concurrency, maxPages, ...endpoint } = options
  return {
    writer: new OpenAiWriter(endpoint, log),
    gate: new Gate({ concurrency, maxWaiting: Number.POSITIVE_INFINITY }),
    maxPages,
    log,
  }
}
