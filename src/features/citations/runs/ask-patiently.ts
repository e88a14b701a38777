import {
  EngineError,
  type AskableEngine,
  type EngineQuestion,
} from '../../../domain/citations/ask-engine.ts'
import type { EngineAnswer } from '../../../domain/citations/engine-answer.ts'
import { MINUTE_MS, type MonotonicClock } from '../../../lib/time/clock.ts'
import type { Wait } from '../../../lib/time/wait.ts'
import type { EngineGate } from './engine-gate.ts'

const MAX_ATTEMPTS = 3
const FIRST_BACKOFF_MS = 2_000
/** The longest pause for which an engine that asks for one is left alone. */
const MAX_PAUSE_MS = MINUTE_MS

export interface Patience {
  elapsed: MonotonicClock
  wait: Wait
  /** Returns a number from 0 to 1. */
  random: () => number
  /** Called with an error that no adapter should throw, to log it. */
  unexpected: (error: unknown) => void
}

/** The outcome of one check: an answer, or the failure that left it without one. */
export interface CheckOutcome {
  answer: EngineAnswer | undefined
  failure: EngineError | undefined
  attempts: number
  /** The milliseconds that the last attempt took. */
  latencyMs: number
}

/**
 * Asks an engine until it answers, three times at most: again after a failure that may pass, once the pause is over
 * that the engine asks for. Throws only the signal's reason.
 */
export async function askPatiently(
  patience: Patience,
  gate: EngineGate,
  { engine, question }: { engine: AskableEngine; question: EngineQuestion },
  signal: AbortSignal,
): Promise<CheckOutcome> {
  for (let attempts = 1; ; attempts++) {
    await gate.enter(signal)
    const from = patience.elapsed()
    try {
      const answer = await engine.ask(question, signal)
      return { answer, failure: undefined, attempts, latencyMs: patience.elapsed() - from }
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureOf(error, patience)
      if (!failure.isRetryable || attempts === MAX_ATTEMPTS) {
        return { answer: undefined, failure, attempts, latencyMs: patience.elapsed() - from }
      }
      await pauseFor(failure, attempts, { patience, gate, signal })
    }
  }
}

/**
 * Returns an EngineError for any error. One that no adapter should throw is logged; it ends the check and not the run.
 */
function failureOf(error: unknown, { unexpected }: Patience): EngineError {
  if (error instanceof EngineError) return error
  unexpected(error)
  return new EngineError('unexpected_shape', 'The answer could not be read')
}

/**
 * Delays the next attempt: by a pause that the engine asks for, which holds for all of its checks, or else by a random
 * backoff, which holds for this check alone.
 */
async function pauseFor(
  { retryAfterMs }: EngineError,
  attempts: number,
  { patience, gate, signal }: { patience: Patience; gate: EngineGate; signal: AbortSignal },
): Promise<void> {
  if (retryAfterMs !== null) {
    gate.pause(Math.min(MAX_PAUSE_MS, retryAfterMs))
    return
  }
  const most = FIRST_BACKOFF_MS * 2 ** (attempts - 1)
  await patience.wait(Math.round(most * (0.5 + patience.random() / 2)), signal)
}
