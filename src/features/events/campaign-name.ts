import { NO_VALUE } from '../../../db/facts/dimensions.ts'
import { looksPrivate } from '../../lib/web/told-query.ts'
import { cleanVisitorText } from './redact.ts'

const MAX_CHARS = 64
/**
 * The number of characters by which a name is judged. It is more than the cap, so that the cap cannot cut an address to
 * a text that no longer looks like one.
 */
const JUDGED_CHARS = 256

/**
 * Returns the name of a campaign in an address as it is stored: clean, in one form of Unicode, at most 64 code points.
 * Undefined where there is no name, and where it looks like a token or an address.
 */
export function campaignName(told: string | null): string | undefined {
  if (told === null) return undefined
  const name = cleanVisitorText(told.normalize('NFKC'), JUDGED_CHARS)
  if (name === '' || name === NO_VALUE || looksPrivate(name)) return undefined
  return cleanVisitorText(name, MAX_CHARS)
}
