import * as z from 'zod'
import type { SiteDb } from '../../../../db/site-db.ts'
import { fenceShort } from '../../../domain/fence.ts'
import { notFound } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineSiteRead } from '../../../kernel/reads/define-site-read.ts'
import {
  AnswerSource,
  CitationCheck,
  readAnswerBody,
  toAnswerSource,
  toCitationCheck,
} from './check.ts'
import { markCitations } from './mark-citations.ts'

const MarkedCheck = CitationCheck.extend({
  answer: z
    .object({
      text: z.string(),
      marked: z.string().describe('The text with [position] behind what is cited'),
      searchQueries: z.array(z.string()),
      brands: z.array(z.object({ name: z.string(), own: z.boolean(), mentions: z.int() })),
    })
    .nullable()
    .describe(
      'What the engine wrote; null without an answer, or where the plan keeps it no longer',
    ),
  sources: z.array(AnswerSource),
}).meta({ id: 'MarkedCheck' })
type MarkedCheck = z.output<typeof MarkedCheck>

/** Characters of an answer that a model is shown; most answers are shorter. */
const MAX_SHOWN_CHARS = 6_000
/** Sources that a model is shown, the cited ones first. */
const MAX_SHOWN_SOURCES = 40

const ShownCheck = z.object({
  id: z.string(),
  at: z.string(),
  engine: z.string(),
  access: z.string(),
  model: z.string(),
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

/** GET /citations/:siteId/checks/:checkId and get_citation_check: one answer with its citations marked, the proof of a number. */
export const getCitationCheck = defineSiteRead({
  name: 'citations.check',
  summary: 'One answer of an engine, with what it cites marked in its text',
  anyOf: ['citations:read'],
  // The owner has taken each query, those of readers too, to be asked elsewhere.
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
  if (body === undefined) return { ...toCitationCheck(row), answer: null, sources }
  const { text, searchQueries, brands } = readAnswerBody(body)
  return {
    ...toCitationCheck(row),
    answer: {
      text,
      marked: markCitations(text, sources),
      searchQueries,
      brands: brands.map(({ name, isOwn, mentions }) => ({ name, own: isOwn, mentions })),
    },
    sources,
  }
}

function noteOnAccess({ engine, access }: MarkedCheck): string | undefined {
  if (engine === 'fake') return 'an invented answer: no engine was asked'
  return access === 'api' ? 'asked over the API, which answers otherwise than the app' : undefined
}

/** What engines and pages wrote is fenced. */
function toShownCheck(check: MarkedCheck): z.output<typeof ShownCheck> {
  const { answer, sources, query } = check
  const shown = sources.slice(0, MAX_SHOWN_SOURCES)
  const lines = shown.map(({ position, role, owner, competitor, url, title }) =>
    [position === null ? role : `[${position}]`, competitor ?? owner, url, title]
      .filter((part) => part !== null)
      .join(' '),
  )
  const isCut = answer !== null && answer.marked.length > MAX_SHOWN_CHARS
  const notes = [
    noteOnAccess(check),
    isCut ? `the first ${MAX_SHOWN_CHARS} characters of ${answer.marked.length}` : undefined,
    shown.length < sources.length ? `${shown.length} of ${sources.length} sources` : undefined,
    answer === null && check.answerSha256 !== null ? 'the text is not kept any more' : undefined,
  ].filter((note) => note !== undefined)
  const { id, at, engine, access, model, state, cited, position, mentioned } = check
  return {
    id,
    at,
    engine,
    access,
    model,
    state,
    cited,
    position,
    mentioned,
    query: fenceShort(query.text, MAX_SHOWN_CHARS),
    answer: answer && fenceShort(answer.marked, MAX_SHOWN_CHARS),
    searches: answer && fenceShort(answer.searchQueries.join('\n'), 1_000),
    sources: fenceShort(lines.join('\n'), MAX_SHOWN_CHARS * 2),
    ...(notes.length > 0 && { notes }),
  }
}
