import { isJsonObject } from '../json-object.ts'
import { readWebAddress } from '../web-address.ts'
import type { AskTemplatePart } from './ask-template.ts'
import { parseAskTemplate } from './ask-template.ts'
import { askValues, type AskPage, type ValueError } from './ask-values.ts'
import { citationClause, clauseLanguageOf, excerptClause } from './citation-clauses.ts'
import type { CitedAsk } from './cited-ask.ts'
import { isKnownAsk } from './known-ask.ts'

/** The values with which a Cited Ask is rendered. */
export interface RenderOptions {
  readonly page: AskPage
  /** The values of the variables, not cleaned; a variable that is absent or empty has its default. */
  readonly inputs?: Readonly<Record<string, string>> | undefined
  /**
   * The most characters of a quotation: `maxExcerpt` of the policy's winning rule. Without it, the prompt has no such
   * clause.
   */
  readonly excerptLimit?: number | null | undefined
  /** The address of the page as plain text or Markdown, on the page's origin. */
  readonly textUrl?: string | null | undefined
}

export type RenderError =
  | ValueError
  | 'invalid_ask'
  | 'invalid_page'
  | 'stray_brace'
  | 'invalid_template'
  | 'invalid_url'
  | 'foreign_text_url'
  | 'invalid_excerpt_limit'

export type RenderedAsk =
  | { readonly ok: true; readonly prompt: string }
  /** `name` is the value that the error is about, where the error is about one. */
  | { readonly ok: false; readonly error: RenderError; readonly name?: string }

/**
 * Renders a Cited Ask: the filled template, a blank line, the sources and the clauses. The same input gives the same
 * text everywhere. Nothing is ever cut: a value that is too long is an error.
 */
export function renderAsk(ask: CitedAsk, options: RenderOptions): RenderedAsk {
  // Callers without types may give anything.
  if (!isKnownAsk(ask)) return { ok: false, error: 'invalid_ask' }
  if (!isJsonObject(options) || !isJsonObject(options.page)) {
    return { ok: false, error: 'invalid_page' }
  }
  if (options.inputs !== undefined && !isJsonObject(options.inputs)) {
    return { ok: false, error: 'invalid_value', name: 'inputs' }
  }
  const parsed = parseAskTemplate(ask.template)
  if (!parsed.ok) return parsed
  if (!ask.template.isWellFormed()) return { ok: false, error: 'invalid_template' }
  const values = askValues(ask, parsed.parts, options)
  if (!values.ok) return values
  const tail = askTail(ask, options)
  if (!tail.ok) return tail
  return { ok: true, prompt: `${fillParts(parsed.parts, values.valueByName)}\n\n${tail.text}` }
}

/** Fills the values into the parts of a template, in one pass, so that braces within values stay text. */
export const fillParts = (
  parts: readonly AskTemplatePart[],
  valueByName: ReadonlyMap<string, string>,
): string =>
  parts
    .map((part) => (part.kind === 'text' ? part.text : (valueByName.get(part.name) ?? '')))
    .join('')

type Tail =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly error: RenderError; readonly name?: string }

/**
 * Writes the lines after the blank line of a rendered prompt: the sources, the address of the page's text, and the
 * clauses.
 */
export function askTail(ask: CitedAsk, options: Omit<RenderOptions, 'inputs'>): Tail {
  const sources = sourceLines(ask, options)
  if (!sources.ok) return sources
  const limit = options.excerptLimit ?? null
  if (limit !== null && !(Number.isSafeInteger(limit) && limit >= 0)) {
    return { ok: false, error: 'invalid_excerpt_limit' }
  }
  const language = clauseLanguageOf(ask.language ?? options.page.language)
  const clauses = limit === null ? [] : [excerptClause(language, limit)]
  const lines = [sources.text, citationClause(language), ...clauses]
  return { ok: true, text: lines.join('\n') }
}

function sourceLines(ask: CitedAsk, { page, textUrl }: RenderOptions): Tail {
  const source = readWebAddress(page.url)
  if (source === undefined) return { ok: false, error: 'invalid_url', name: 'url' }
  const text = typeof textUrl === 'string' ? readWebAddress(textUrl) : undefined
  if (typeof textUrl === 'string' && text?.origin !== source.origin) {
    return { ok: false, error: 'foreign_text_url' }
  }
  const others = (ask.sources ?? []).map(({ url }) => readWebAddress(url)?.href)
  if (others.includes(undefined)) return { ok: false, error: 'invalid_url', name: 'sources' }
  const [first, ...further] = new Set([source.href, ...others])
  // The page's own address says it already.
  const textLines = text === undefined || text.href === first ? [] : [`Text: ${text.href}`]
  const lines = [`Source: ${first}`, ...textLines, ...further.map((url) => `Source: ${url}`)]
  return { ok: true, text: lines.join('\n') }
}
