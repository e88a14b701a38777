import type { AskManifest } from '../../protocol/manifest/read-manifest.ts'
import type { DocumentRead, ProtocolProblem } from '../../protocol/problem.ts'
import { readInline } from './inputs.ts'

const MAX_NOTED = 3
const VOID: ReadonlySet<string> = new Set(['expired', 'foreign_origin', 'unsupported_version'])
/** Members without which a manifest says who speaks, and in which version. */
const BESIDES = /^(?:prompts|policy|targets|registry|next)\b/

interface Judged {
  /** True for a manifest that counts as if it were not there. */
  isVoid: boolean
  notes: string[]
}

/**
 * Tells how much of a manifest counts: all that is valid, or nothing where it has ended, or is of another origin or
 * major version. Throws VALIDATION_FAILED for what is no manifest.
 */
export function weighManifest(read: DocumentRead<AskManifest>): Judged {
  if (read.ok) return { isVoid: false, notes: read.value.ignored.slice(0, MAX_NOTED).map(noteOf) }
  const { problems } = read
  const others = problems.filter(({ path }) => !BESIDES.test(path))
  const grave = others.filter(({ code }) => !VOID.has(code))
  if (grave.length > 0) readInline('manifest', { ok: false, problems: grave })
  const rest = problems.length - MAX_NOTED
  return {
    isVoid: others.length > 0,
    notes: [
      ...(others.length > 0 ? ['the manifest counts as if it were not there'] : []),
      ...problems.slice(0, MAX_NOTED).map(noteOf),
      ...(rest > 0 ? [`${rest} more problems of the manifest`] : []),
    ],
  }
}

/** Places and messages are words of the reader, never of the manifest. */
const noteOf = ({ path, message }: ProtocolProblem): string => `manifest.${path}: ${message}`
