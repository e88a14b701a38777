import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import { looksPrivate } from '../../lib/web/told-query.ts'
import { cleanVisitorText } from './redact.ts'

const MAX_CHARS = 64
/**
 * The first characters of a name that are examined. They are more than are stored, so that cutting cannot turn an
 * address into a text that no longer looks like one.
 */
const JUDGED_CHARS = 256

/**
 * Cleans the name of a campaign from an address for storing: one form of Unicode, at most 64 code points. Undefined
 * without a name, and for one that looks like a secret or an address.
 */
export function campaignName(told: string | null): string | undefined {
  if (told === null) return undefined
  const name = cleanVisitorText(told.normalize('NFKC'), JUDGED_CHARS)
  if (name === '' || name === NO_VALUE || looksPrivate(name)) return undefined
  return cleanVisitorText(name, MAX_CHARS)
}
