import * as z from 'zod'
import type { SiteDb } from '../../../../db/site-db.ts'
import { fence, fenceShort } from '../../../domain/fence.ts'
import { truncateWithEllipsis } from '../../../domain/prompts/clean-value.ts'
import { notFound } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import { estimateTokens } from '../../../lib/text/estimate-tokens.ts'
import { defineSiteRead } from '../../../kernel/reads/define-site-read.ts'
import {
  AnswerSource,
  CitationCheck,
  readAnswerBody,
  toAnswerSource,
  toCitationCheck,
} from './check.ts'
import { setupIn } from '../runs/run-tally.ts'
import { markCitations } from './mark-citations.ts'

const MarkedCheck = CitationCheck.extend({
  setup: z
    .string()
    .nullable()
    .describe('What besides the model makes the measurement, such as the tool for searches'),
  answer: z
    .object({
      text: z.string(),
      marked: z.string().describe('The text with [position] behind what is cited'),
      searchQueries: z.array(z.string()),
      brands: z.array(z.object({ name: z.string(), own: z.boolean(), mentions: z.int() })),
      dropped: z
        .object({
          addresses: z
            .int()
            .nullable()
            .describe(
              'Named addresses that are no sources: none of the web, an engine’s own, or too many',
            ),
          spans: z.int().nullable().describe('Places of citations that fit nowhere in the text'),
        })
        .describe('What of the answer could not be read; null where that was not counted'),
    })
    .nullable()
    .describe(
      'What the engine wrote; null without an answer, or where the plan keeps it no longer',
    ),
  sources: z.array(AnswerSource),
}).meta({ id: 'MarkedCheck' })
type MarkedCheck = z.output<typeof MarkedCheck>

/**
 * The most characters of an answer that a model gets, and the most tokens of its text, its sources and its searches;
 * most answers are shorter.
 */
const MAX_SHOWN_CHARS = 6_000
const ANSWER_TOKENS = 3_500
const SOURCES_TOKENS = 2_500
const SEARCHES_TOKENS = 500
/** The most sources that a model gets, the cited ones first. */
const MAX_SHOWN_SOURCES = 40
const TITLE_CHARS = 100
const URL_CHARS = 300

/** Counts how many of a text's first characters cost at most `tokens`. */
function charsWithin(text: string, tokens: number): number {
  for (let end = Math.min(text.length, MAX_SHOWN_CHARS); ;) {
    const cost = estimateTokens(text.slice(0, end))
    if (cost <= tokens) return end
    end = Math.floor((end * tokens) / cost - 1)
  }
}

const ShownCheck = z.object({
  id: z.string(),
  at: z.string(),
  engine: z.string(),
  access: z.string(),
  model: z.string(),
  setup: z.string().nullable(),
  state: z.string(),
  cited: z.boolean(),
  position: z.int().nullable(),
  mentioned: z.boolean().nullable(),
  query: z.string(),
  answer: z.string().nullable(),
  searches: z.string().nullable(),
  sources: z.string(),
  notes: z.array(z.string()).optional(),
})

/**
 * GET /citations/:siteId/checks/:checkId and get_citation_check: returns one answer with its citations marked, which is
 * the proof behind a number.
 */
export const getCitationCheck = defineSiteRead({
  name: 'citations.check',
  summary: 'One answer of an engine, with what it cites marked in its text',
  anyOf: ['citations:read'],
  // Keys without readers' words may read queries: the owner chose each of them, also those of readers, to be asked
  // elsewhere.
  withoutWords: true,
  path: '/citations/:siteId/checks/:checkId',
  fields: { checkId: PathId.describe('Id of a check') },
  read: ({ site }, { checkId }) => readMarkedCheck(site, checkId),
  answer: MarkedCheck,
  toAnswer: (found) => found,
  toolAnswer: ShownCheck,
  toToolAnswer: toShownCheck,
})

async function readMarkedCheck(site: SiteDb, checkId: string): Promise<MarkedCheck> {
  const row = await site.citations.check(checkId)
  if (!row) throw notFound('check')
  const [stored, body] = [await site.citations.sources(row), await site.citations.answer(row)]
  const sources = stored.map(toAnswerSource)
  const check = { ...toCitationCheck(row), setup: setupIn(row.runEngines, row.engine) }
  if (body === undefined) return { ...check, answer: null, sources }
  const { text, searchQueries, brands, dropped, droppedSpans } = readAnswerBody(body)
  return {
    ...check,
    answer: {
      text,
      marked: markCitations(text, sources),
      searchQueries,
      brands: brands.map(({ name, isOwn, mentions }) => ({ name, own: isOwn, mentions })),
      dropped: { addresses: dropped, spans: droppedSpans },
    },
    sources,
  }
}

/** Makes the answer for a model; the words of engines and pages are fenced. */
function toShownCheck(check: MarkedCheck): z.output<typeof ShownCheck> {
  const { answer, query } = check
  const lines = check.sources.slice(0, MAX_SHOWN_SOURCES).map(lineOf).join('\n')
  const listed = lines.slice(0, charsWithin(lines, SOURCES_TOKENS))
  const answerChars = answer ? charsWithin(answer.marked, ANSWER_TOKENS) : 0
  const notes = notesOn(check, {
    answerChars,
    sources: listed === '' ? 0 : listed.split('\n').length,
  })
  const searches = answer?.searchQueries.join('\n') ?? ''
  const { id, at, engine, access, model, setup, state, cited, position, mentioned } = check
  return {
    id,
    at,
    engine,
    access,
    model,
    setup,
    state,
    cited,
    position,
    mentioned,
    query: fenceShort(query.text, MAX_SHOWN_CHARS),
    answer: answer && fenceShort(answer.marked, answerChars),
    searches: answer && fenceShort(searches, charsWithin(searches, SEARCHES_TOKENS)),
    sources: fence(listed.toWellFormed()),
    ...(notes.length > 0 && { notes }),
  }
}

/** Makes the notes on how an answer was asked for, and on its parts that are not shown. */
function notesOn(check: MarkedCheck, shown: { answerChars: number; sources: number }): string[] {
  const { answer, answerSha256, sources } = check
  const isCut = answer !== null && shown.answerChars < answer.marked.length
  const isGone = answer === null && answerSha256 !== null
  return [
    ...noteOnAccess(check),
    ...(isCut ? [`the first ${shown.answerChars} characters of ${answer.marked.length}`] : []),
    ...(shown.sources < sources.length ? [`${shown.sources} of ${sources.length} sources`] : []),
    ...notesOnDropped(answer),
    ...(isGone ? ['the text is not kept any more'] : []),
  ]
}

function notesOnDropped(answer: MarkedCheck['answer']): string[] {
  const { addresses = 0, spans = 0 } = answer?.dropped ?? {}
  return [
    ...(addresses
      ? [`left out as no sources: ${pluralize(addresses, 'address', 'addresses')}`]
      : []),
    ...(spans ? [`left out as of no text: ${pluralize(spans, 'place')} of citations`] : []),
  ]
}

function noteOnAccess({ engine, access }: MarkedCheck): string[] {
  if (engine === 'fake') return ['an invented answer: no engine was asked']
  return access === 'api' ? ['asked over the API, which answers otherwise than the app'] : []
}

const lineOf = ({ position, role, owner, competitor, url, title }: AnswerSource): string =>
  [
    position === null ? role : `[${position}]`,
    competitor ?? owner,
    truncateWithEllipsis(url, URL_CHARS),
    title && truncateWithEllipsis(title, TITLE_CHARS),
  ]
    .filter((part) => part !== null)
    .join(' ')
