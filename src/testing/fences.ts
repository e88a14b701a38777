import type { Arguments } from './ask-tool.ts'

/** A whole fence, whose mark does not occur in it. */
export const FENCED = /<(untrusted-[0-9a-f]{12})>(?:(?!<\/?\1>)[^])*<\/\1>/g

/** Returns the part of an answer that is in words of the service alone. */
export const outsideFences = (text: string): string => text.replaceAll(FENCED, '')

/** A text without the signed words of cursors and links, in which any three letters stand now and then. */
export const withoutTokens = (text: string): string =>
  text.replaceAll(/(link=|cursor |"nextCursor":")[\w.-]+/g, '$1')

/** Structured content without the columns, or fields, that it names as untrusted. */
export function trustedPart(structured: Arguments): Arguments {
  const { columns, rows, untrusted } = structured
  if (!Array.isArray(untrusted)) return structured
  if (!Array.isArray(columns) || !Array.isArray(rows)) {
    return Object.fromEntries(
      Object.entries(structured).filter(([key]) => !untrusted.includes(key)),
    )
  }
  const kept = rows.map((row: unknown[]) => row.filter((_, i) => !untrusted.includes(columns[i])))
  return { ...structured, rows: kept }
}
