import * as z from 'zod'
import { EngineError } from '../../../domain/citations/ask-engine.ts'
import type {
  CitedSource,
  EngineAnswer,
  NamedSource,
  TextSpan,
} from '../../../domain/citations/engine-answer.ts'
import { mergeSpans, spanOfText, spanReader } from '../../../domain/citations/spans.ts'
import { findRegistrableDomain } from '../../../lib/web/registrable-domain.ts'
import { parseUrl } from '../../../lib/web/parse-url.ts'
import { Count, many, MAX_TEXT, maybe, readShape, stateOf, Words, type AskWire } from './wire.ts'

export const GEMINI_SETUP = 'generateContent, google_search'

const Segment = z.object({
  partIndex: maybe(z.int().nonnegative()),
  startIndex: maybe(z.number()),
  endIndex: maybe(z.number()),
  text: Words,
})

const WebChunk = z.object({ uri: Words, title: Words })

const Support = z.object({
  segment: maybe(Segment),
  groundingChunkIndices: many(z.int().nonnegative()),
})

const Grounding = z.object({
  webSearchQueries: many(z.string()),
  // Chunks of maps, images and own documents are not citations of the web.
  groundingChunks: many(z.object({ web: maybe(WebChunk) })),
  groundingSupports: many(Support),
})

const ContentPart = z.object({ text: Words, thought: maybe(z.boolean()) })

const Candidate = z.object({
  content: maybe(z.object({ parts: many(ContentPart) })),
  finishReason: Words,
  groundingMetadata: maybe(Grounding),
})

const GenerateBody = z.object({
  modelVersion: Words,
  candidates: many(Candidate),
  promptFeedback: maybe(z.object({ blockReason: Words })),
  usageMetadata: maybe(
    z.object({
      promptTokenCount: Count,
      candidatesTokenCount: Count,
      thoughtsTokenCount: Count,
      toolUsePromptTokenCount: Count,
    }),
  ),
})

type Body = z.output<typeof GenerateBody>
type GroundingData = z.output<typeof Grounding>

const NO_GROUNDING: GroundingData = {
  webSearchQueries: [],
  groundingChunks: [],
  groundingSupports: [],
}

/** Asks the Gemini API. Source: https://ai.google.dev/gemini-api/docs/google-search */
export const askGemini: AskWire = async (wire, { text }) => {
  const body = { contents: [{ parts: [{ text }] }], tools: [{ google_search: {} }] }
  const path = `/v1beta/models/${encodeURIComponent(wire.model)}:generateContent`
  const headers = { 'x-goog-api-key': wire.key ?? '' }
  return readGenerated(readShape(GenerateBody, await wire.send({ path, headers, body })))
}

const REFUSED: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'PROHIBITED_CONTENT',
  'BLOCKLIST',
  'SPII',
])

const TOOL_ERRORS: ReadonlySet<string> = new Set([
  'TOO_MANY_TOOL_CALLS',
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
])

function readGenerated(body: Body): EngineAnswer {
  const isBlocked = Boolean(body.promptFeedback?.blockReason)
  const { finish, parts, grounding } = candidateOf(body, isBlocked)
  const text = parts.map((part) => part?.text ?? '').join('')
  const sources = grounding.groundingChunks.map(({ web }) => toSource(web))
  const isSearched = hasSearched(body, grounding)
  return {
    state: stateOf({
      text,
      isRefused: isBlocked || REFUSED.has(finish),
      isTruncated: finish === 'MAX_TOKENS',
      lacksSources: isSearched && sources.length === 0,
    }),
    servedModel: body.modelVersion,
    text,
    retrieval: isSearched ? 'searched' : 'not_searched',
    searchQueries: grounding.webSearchQueries,
    cited: citedOf(grounding, sources, { parts, text }),
    retrieved: sources.filter((source) => source !== undefined),
    usage: usageOf(body, isSearched ? grounding.webSearchQueries.length || null : 0),
  }
}

/**
 * Reads the first candidate of an answer, which holds the text. Throws EngineError where there is no candidate although
 * the prompt was not blocked, and where a tool failed.
 */
function candidateOf({ candidates }: Body, isBlocked: boolean) {
  const [candidate] = candidates
  if (!candidate && !isBlocked) {
    throw new EngineError('unexpected_shape', 'The answer has no such form at candidates')
  }
  const finish = candidate?.finishReason ?? ''
  if (TOOL_ERRORS.has(finish)) throw new EngineError('tool_error', 'The engine could not search')
  return {
    finish,
    parts: partsOf(candidate?.content?.parts ?? []),
    grounding: candidate?.groundingMetadata ?? NO_GROUNDING,
  }
}

/** True where the engine searched. The tokens of the tool may be the only sign of a search. */
const hasSearched = (
  { usageMetadata }: Body,
  { webSearchQueries, groundingChunks }: GroundingData,
): boolean =>
  webSearchQueries.length + groundingChunks.length > 0 ||
  (usageMetadata?.toolUsePromptTokenCount ?? 0) > 0

function usageOf({ usageMetadata: usage }: Body, searches: number | null): EngineAnswer['usage'] {
  const output = usage?.candidatesTokenCount ?? null
  return {
    inputTokens: usage?.promptTokenCount ?? null,
    outputTokens: output === null ? null : output + (usage?.thoughtsTokenCount ?? 0),
    searches,
  }
}

interface Part {
  text: string
  /** The offset in the whole text at which the part begins. */
  start: number
}

/**
 * Lists the parts of the text, each at its place among all parts; a thought or an empty part, which does not belong to
 * the text, is undefined.
 */
function partsOf(parts: readonly z.output<typeof ContentPart>[]) {
  let start = 0
  return parts.map(({ text, thought }): Part | undefined => {
    if (thought || !text) return undefined
    const part = { text, start }
    start += text.length
    return part
  })
}

const PROXY = 'vertexaisearch.cloud.google.com'

/**
 * Reads a source; undefined without an address. Where the address leads to the page by way of Google, the host is read
 * from the title, which is then the page's domain.
 */
function toSource(web: z.output<typeof WebChunk> | null): NamedSource | undefined {
  if (!web?.uri) return undefined
  const isProxy = parseUrl(web.uri)?.hostname === PROXY
  return { url: web.uri, title: web.title, host: isProxy ? hostIn(web.title ?? '') : null }
}

const MAX_HOST = 253

/** Reads a title that is a domain; null for any other title, such as one with spaces or of one word. */
function hostIn(title: string): string | null {
  if (title.length > MAX_HOST || !/^[^\s/?#@:]+\.[^\s/?#@:]+$/.test(title)) return null
  const host = parseUrl(`https://${title}/`)?.hostname
  return host !== undefined && findRegistrableDomain(host) !== undefined ? host : null
}

interface Written {
  parts: readonly (Part | undefined)[]
  text: string
}

/** Returns the sources that parts of the text are based on, in the order of the text. */
function citedOf(
  { groundingSupports }: GroundingData,
  sources: readonly (NamedSource | undefined)[],
  written: Written,
): CitedSource[] {
  const placesOf = new Map<number, { spans: TextSpan[]; droppedSpans: number }>()
  const spanAt = segmentReader(written)
  for (const { segment, groundingChunkIndices } of groundingSupports) {
    const span = segment ? spanAt(segment) : undefined
    for (const i of groundingChunkIndices) {
      const places = placesOf.get(i) ?? { spans: [], droppedSpans: 0 }
      placesOf.set(i, places)
      if (span) places.spans.push(span)
      else if (segment) places.droppedSpans += 1
    }
  }
  return [...placesOf].flatMap(([i, { spans, droppedSpans }]) => {
    const source = sources[i]
    return source ? [{ ...source, citedText: null, spans: mergeSpans(spans), droppedSpans }] : []
  })
}

/** The most characters that are searched for the quotations of one answer. */
const MAX_SEARCHED = 1_000_000

/**
 * Makes the function that finds the span of a segment, whose offsets are bytes within a part. Where that place does not
 * have the quoted words, the function searches the text for them, up to `MAX_SEARCHED` characters in all.
 */
function segmentReader({
  parts,
  text: whole,
}: Written): (segment: z.output<typeof Segment>) => TextSpan | undefined {
  const text = whole.slice(0, MAX_TEXT)
  const readers = new Map<number, ReturnType<typeof spanReader>>()
  const readerOf = (index: number): ReturnType<typeof spanReader> => {
    const part = parts[index]
    const read = readers.get(index) ?? spanReader(part?.text ?? '', 'utf8', part?.start)
    readers.set(index, read)
    return read
  }
  let searched = 0
  return ({ partIndex, startIndex, endIndex, text: quoted }) => {
    const span = readerOf(partIndex ?? 0)(startIndex ?? 0, endIndex ?? Number.NaN)
    if (!quoted) return span
    if (span && whole.slice(span.start, span.end) === quoted) return span
    if (searched + text.length > MAX_SEARCHED) return undefined
    const found = spanOfText(text, quoted)
    searched += found?.start ?? text.length
    return found
  }
}
