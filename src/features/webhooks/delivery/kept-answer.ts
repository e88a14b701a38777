import type { DeliveryAttempt } from '../../../kernel/ports/webhook-sender.ts'
import { addressInHeader } from '../../../lib/web/address-in-header.ts'

/** So much is kept of the body of an answer. */
export const KEPT_BODY_BYTES = 16_384
/** The headers that help whoever looks for a fault; others may hold a session of the receiver. */
const KEPT_HEADERS = [
  'content-type',
  'content-length',
  'date',
  'location',
  'retry-after',
  'server',
  'via',
  'x-request-id',
] as const
const MAX_HEADER_VALUE = 200

/** Control characters but tabs and ends of lines: a terminal or a database could take them for commands. */
const CONTROLS = /[^\P{Cc}\t\n\r]/gu

/** Makes texts of the receiver's words, as much of them as is kept. */
export function keptAnswer(
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Pick<DeliveryAttempt, 'responseHeaders' | 'responseBody'> {
  const kept: Record<string, string> = {}
  for (const name of KEPT_HEADERS) {
    const value = headers[name]
    if (value === undefined) continue
    const text = name === 'location' ? addressInHeader(value) : value
    kept[name] = cleaned(text).slice(0, MAX_HEADER_VALUE)
  }
  return { responseHeaders: kept, responseBody: cleaned(decoded(body)) }
}

/** Bytes that are no UTF-8 become U+FFFD; those of a character that the limit has cut are left out. */
const decoded = (body: Buffer): string => {
  const text = body.toString('utf8')
  return body.length < KEPT_BODY_BYTES ? text : text.replace(/\uFFFD$/, '')
}

const cleaned = (text: string): string => text.replaceAll(CONTROLS, '\uFFFD')
