import * as z from 'zod'
import type { MissedQuery } from '../../../db/citations/missed-queries.ts'
import { questionId } from '../../domain/ids.ts'
import { iso } from '../../lib/time/clock.ts'
import type { PlacedGap } from './find-gaps.ts'
import type { UncitedQuery } from './find-uncited.ts'

/**
 * A row of the list of gaps: a question that no page answers, or a query that engines answer without citing the site.
 */
export type ListedGap = PlacedGap | UncitedQuery

const ofQuestion = 'null for not_cited'

const Citation = z.object({
  queryId: z.string(),
  answers: z.int().describe('Answers of engines to the query in the range'),
  missed: z.int().describe('Those that do not cite the site'),
  winner: z
    .object({
      domain: z.string(),
      owner: z.enum(['own', 'competitor', 'other']),
      competitor: z.string().nullable(),
      url: z
        .string()
        .nullable()
        .describe(
          'The address of the domain that is cited most; null where no page of it is known',
        ),
    })
    .nullable()
    .describe('Cited most by the answers that do not cite the site; null where they cite nobody'),
  findings: z
    .array(z.string())
    .describe('The worst faults of the nearest page, at most three; none without sites:read'),
})

export const GapItem = z.object({
  id: z
    .string()
    .nullable()
    .describe(`Of the question; of equal ones, of the latest; ${ofQuestion}`),
  text: z.string().describe('Redacted; of not_cited, the query'),
  askedAt: z.string().nullable().describe(ofQuestion),
  path: z.string().nullable().describe(`Where it was asked; ${ofQuestion}`),
  count: z.int().nullable().describe(`Times that it was asked in these words; ${ofQuestion}`),
  readers: z.int().nullable().describe('People who asked it, each day anew'),
  wordings: z.int().nullable().describe(`Ways in which it was written; ${ofQuestion}`),
  language: z.string().nullable().describe('That it is asked in; null where it tells none'),
  match: z
    .number()
    .nullable()
    .describe('Share of its words that the best passage has; null where they are not compared'),
  missing: z
    .array(z.string())
    .nullable()
    .describe(`Its nouns and names that no page has, at most five; ${ofQuestion}`),
  nearest: z
    .object({ path: z.string(), heading: z.string() })
    .nullable()
    .describe('The best passage; null also without sites:read'),
  citation: Citation.nullable().optional().describe('Of not_cited alone'),
})
type GapItem = z.input<typeof GapItem>

export const toGapItem = (gap: ListedGap): GapItem =>
  gap.kind === 'not_cited' ? toUncitedItem(gap) : toQuestionItem(gap)

const toQuestionItem = ({
  question: { at, seq, ...question },
  language,
  match,
  missing,
  nearest,
}: PlacedGap): GapItem => ({
  id: questionId(at, seq),
  text: question.text,
  askedAt: iso(at),
  path: question.path,
  count: question.count,
  readers: question.readers,
  wordings: question.spellings,
  language,
  match,
  missing,
  nearest,
})

const toUncitedItem = ({ query, readers, match, nearest, findings }: UncitedQuery): GapItem => ({
  id: null,
  text: query.text,
  askedAt: null,
  path: null,
  count: null,
  readers,
  wordings: null,
  language: query.language,
  match,
  missing: null,
  nearest,
  citation: {
    queryId: query.id,
    answers: query.answers,
    missed: query.missed,
    winner: query.winner && toWinner(query.winner),
    findings,
  },
})

type Winner = NonNullable<z.input<typeof Citation>['winner']>

const toWinner = ({ owner, ...winner }: NonNullable<MissedQuery['winner']>): Winner => ({
  ...winner,
  owner: owner === 'own' || owner === 'competitor' ? owner : 'other',
})
