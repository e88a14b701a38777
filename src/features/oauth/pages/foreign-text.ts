import { cleanValue, quotedInside } from '../../../domain/prompts/clean-value.ts'
import { escapeHtml } from '../../../lib/web/escape-html.ts'
import { findRegistrableDomain } from '../../../lib/web/registrable-domain.ts'

/** The most characters of a text by others, which suffice for an email address of 254. */
const MAX_CHARS = 254
/** The most characters of a name, which a client gives itself. */
const MAX_NAME_CHARS = 200
const MAX_SENTENCE_CHARS = 1_000
/** The most characters of a host; a name of the DNS has at most 253. */
const MAX_HOST_CHARS = 300

const MARKS = { open: '“', close: '”', innerOpen: '‘', innerClose: '’' }

/**
 * Makes HTML of a text that others chose: one bounded line, without characters that turn or hide the text around it.
 */
export const foreignLine = (text: string, maxChars = MAX_CHARS): string =>
  escapeHtml(cleanValue(text, maxChars))

/**
 * Makes HTML of a text that others chose as a part of a sentence of this service, whose direction the text cannot
 * change.
 */
export const foreignText = (text: string): string => `<bdi>${foreignLine(text)}</bdi>`

/** Makes HTML of a whole sentence, in which there may be names that others chose. */
export const foreignSentence = (text: string): string => foreignLine(text, MAX_SENTENCE_CHARS)

/**
 * Makes HTML of the name that a client gave itself, in quotation marks and marked as its own words; undefined where no
 * part of the name is visible.
 */
export function ownName(name: string | null): string | undefined {
  const clean = cleanValue(name ?? '', MAX_NAME_CHARS)
  if (clean === '') return undefined
  // Marks inside become inner ones, so the name cannot end its own quotation.
  return `“<bdi class="own">${escapeHtml(quotedInside(clean, MARKS))}</bdi>”`
}

/** Returns a host as plain text. Its end says whose it is, so a host that is too long loses its beginning. */
export function hostLine(host: string): string {
  const end = cleanValue(host.slice(-MAX_HOST_CHARS), MAX_HOST_CHARS)
  return host.length > MAX_HOST_CHARS ? `…${end}` : end
}

/** Makes HTML of a host: its registered domain is in the colour of text, and the part before that is faint. */
export function hostText(host: string): string {
  const line = hostLine(host)
  const domain = findRegistrableDomain(line.replace(/:\d+$/, ''))
  const at = domain === undefined ? 0 : Math.max(0, line.lastIndexOf(domain))
  const before = at > 0 ? `<span class="sub">${escapeHtml(line.slice(0, at))}</span>` : ''
  return `<bdi dir="ltr">${before}${escapeHtml(line.slice(at))}</bdi>`
}
