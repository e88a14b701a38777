import * as z from 'zod'
import { hasAnyScope } from '../../kernel/door/access.ts'
import { notFound } from '../../kernel/door/errors.ts'
import { fence } from '../../domain/fence.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import type { Scope } from '../../kernel/door/scopes.ts'
import { truncateLead, documentPartsOf, type DocumentSection } from './document-parts.ts'

const Metadata = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))

/** A document in the form that ChatGPT's fetch expects; https://developers.openai.com/api/docs/mcp */
export const FetchedDocument = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: Metadata,
})
type FetchedDocument = z.input<typeof FetchedDocument>

/** The text of one document, however long. */
export interface DocumentSource {
  title: string
  /** A text above the first part. It is never cut into parts, so that parts stay the same when the lead changes. */
  lead?: string
  sections: readonly DocumentSection[]
  url: string
  metadata: z.input<typeof Metadata>
  /** True where all words are the service's own, so that no fence is needed. */
  isOurs?: true
}

/**
 * Reads the document of a name; undefined where the caller's organization has none of that name. Throws
 * INSUFFICIENT_SCOPE where the caller may not read such documents.
 */
export type SourceReader = (ctx: OrgContext, name: string) => Promise<DocumentSource | undefined>

/** The most characters of a title; the rest of a longer one says nothing more. */
const MAX_TITLE = 500

/**
 * Makes one part of a document, counted from 1 and small enough for one answer in any language. If there are several,
 * the metadata has the number of the part, the number of all parts, and the id of the next. Throws NOT_FOUND for a part
 * that the document does not have.
 */
export function toDocument(id: string, source: DocumentSource, part: number): FetchedDocument {
  const { title, lead = '', sections, url, metadata, isOurs } = source
  const parts = documentPartsOf(sections)
  const body = parts[part - 1]
  if (body === undefined) throw notFound(`part; this document has ${parts.length}`)
  const above = part === 1 ? truncateLead(lead) : ''
  const text = [above, body].filter((piece) => piece !== '').join('\n\n')
  return {
    id,
    title: title.slice(0, MAX_TITLE).toWellFormed(),
    text: isOurs ? text : fence(text),
    url,
    metadata: { ...metadata, ...(parts.length > 1 && placeOf(id, part, parts.length)) },
  }
}

function placeOf(id: string, part: number, parts: number): z.input<typeof Metadata> {
  const [whole = ''] = id.split('#')
  if (part === parts) return { part, parts, next: null }
  const next = `${whole}#${part + 1}`
  return { part, parts, next, note: `Part ${part} of ${parts}; fetch ${next} for what follows` }
}

/** True where the caller's key or session has a scope. */
export const canRead = ({ principal }: OrgContext, scope: Scope): boolean =>
  hasAnyScope(principal, [scope])
