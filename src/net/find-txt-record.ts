import { Resolver } from 'node:dns/promises'
import type { ProofFailure } from '../kernel/ports/domain-proofs.ts'
import { withinDeadline } from './deadline.ts'
import { FetchError } from './fetch-error.ts'

/** Resolves a name to its TXT records, each in the pieces in which it came; rejects when the name has no record. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>

const TIMEOUT_MS = 8_000

/** Resolves a name to its TXT records by the system's name servers. */
export const systemResolveTxt: ResolveTxt = (name) =>
  new Resolver({ timeout: 3_000, tries: 2 }).resolveTxt(name)

/** Says why no TXT record of a name is the text; undefined where one is. */
export async function findTxtRecord(
  resolve: ResolveTxt,
  name: string,
  text: string,
  timeoutMs: number = TIMEOUT_MS,
): Promise<ProofFailure | undefined> {
  try {
    const records = await withinDeadline(timeoutMs, undefined, () => resolve(name))
    if (records.some((pieces) => pieces.join('').trim() === text)) return undefined
    const reason = `The TXT records of ${name} are others`
    return records.length === 0 ? noRecord(name) : { code: 'other_text', reason }
  } catch (error) {
    return failureOf(name, error)
  }
}

const noRecord = (name: string): ProofFailure => ({
  code: 'no_record',
  reason: `${name} has no TXT record; a new one may take an hour to be seen`,
})

/** Codes of c-ares, as Node has them, for a name without a record. Anything else that is thrown is a bug. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const TIMED_OUT = new Set(['ETIMEOUT', 'ECANCELLED'])
const NO_ANSWER = new Set(['ESERVFAIL', 'EREFUSED', 'ECONNREFUSED', 'EFORMERR', 'EBADRESP', 'EOF'])

function failureOf(name: string, error: unknown): ProofFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (NO_RECORD.has(code)) return noRecord(name)
  if (TIMED_OUT.has(code) || (error instanceof FetchError && error.code === 'TIMEOUT')) {
    return { code: 'timeout', reason: `The name servers of ${name} did not answer in time` }
  }
  if (NO_ANSWER.has(code)) {
    return { code: 'unreachable', reason: `The name servers of ${name} do not answer` }
  }
  throw error
}
