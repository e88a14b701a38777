import * as z from 'zod'
import { invalidField, ServiceError } from '../../kernel/door/errors.ts'
import type { AskPolicy } from '../../protocol/policy/ask-policy.ts'
import type { DocumentRead } from '../../protocol/problem.ts'
import { readTargetName } from './target-names.ts'

/** The most targets or addresses that one call may ask about. */
export const MAX_BATCH = 50

const MAX_SIGNAL_CHARS = 4_096
/** The most characters of a robots.txt, few enough that it fits into a message together with a manifest. */
const MAX_ROBOTS_CHARS = 262_144

/** A document of the protocol, given inline; its own reader judges its members. */
export const InlineDocument = z.looseObject({})

export const TargetName = z.string().min(1).max(100)

export const PageAddress = z.string().min(1).max(2_048)

export const Signals = z
  .strictObject({
    robotsTxt: z.string().max(MAX_ROBOTS_CHARS).optional(),
    contentUsage: z.string().max(MAX_SIGNAL_CHARS).optional(),
    askPolicy: z.string().max(MAX_SIGNAL_CHARS).optional(),
    tdmReservation: z.int().min(0).max(1).optional(),
  })
  .optional()
  .describe('What the site says besides: robots.txt and headers, as text')
export type Signals = z.output<typeof Signals>

/** The most problems of a document that are reported; as many suffice to correct it. */
const MAX_TOLD = 20

/** Returns the content of a document. Throws VALIDATION_FAILED with each problem at its place below `name`. */
export function readInline<T>(name: string, read: DocumentRead<T>): T {
  if (read.ok) return read.value
  const fields = read.problems.slice(0, MAX_TOLD).map(({ path, code, message }) => ({
    path: [name, path].filter((part) => part !== '').join('.'),
    code,
    message,
  }))
  throw new ServiceError('VALIDATION_FAILED', 'Invalid input', { fields })
}

/** Returns the content of a policy. Throws as `readInline` does; the reader of policies is loaded when it is needed. */
export async function readInlinePolicy(policy: object): Promise<AskPolicy> {
  const { readPolicy } = await import('../../protocol/index.ts')
  return readInline('policy', readPolicy(policy))
}

interface ReadNames {
  ids: string[]
  /** Notes for the caller on names that were read as other ones. */
  notes: string[]
}

/**
 * Reads the ids of the targets that a call names, each once. Throws VALIDATION_FAILED for more than a call may have.
 */
export function readTargets(words: readonly string[]): ReadNames {
  const read = words.map((word) => ({ word, id: readTargetName(word) }))
  const ids = [...new Set(read.map(({ id }) => id))]
  if (ids.length > MAX_BATCH) throw invalidField('targets', 'too_big', `At most ${MAX_BATCH}`)
  const other = read.filter(({ word, id }) => word !== id)
  return { ids, notes: other.map(({ id }) => `another name was read as ${id}`) }
}

/** Returns one value, where it is given, and a list of such values as one list. */
export const together = <T>(one: T | undefined, list: readonly T[] = []): T[] =>
  one === undefined ? [...list] : [one, ...list]

/** Returns the signals with robots.txt parsed into lines, once for all pages. */
export async function readSignals(signals: Signals) {
  if (signals?.robotsTxt === undefined) return signals
  const { readRobotsLines } = await import('../../protocol/policy/layers/read-robots.ts')
  return { ...signals, robotsTxt: readRobotsLines(signals.robotsTxt) }
}
