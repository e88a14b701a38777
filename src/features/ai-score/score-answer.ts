import * as z from 'zod'
import { RUBRIC, type CheckId } from '../../domain/ai-score/rubric.ts'
import type { MadeScore } from '../../domain/ai-score/score-cache.ts'
import { iso } from '../../lib/time/clock.ts'

const Check = z.object({
  id: z.string(),
  category: z.string(),
  title: z.string(),
  weight: z.number(),
  status: z.enum(['pass', 'warn', 'fail', 'na', 'error']),
  points: z.number(),
  lostPoints: z.number(),
  evidence: z.object({
    url: z.string(),
    httpStatus: z.int().nullable(),
    excerpt: z.string().nullable(),
    details: z.array(z.string()),
  }),
  why: z.string(),
  fix: z.string(),
  source: z.string(),
})

/** The answer of the public tool and of the score of an own site. */
export const AiScore = z
  .object({
    url: z.string(),
    finalUrl: z.string(),
    score: z.int(),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']),
    level: z.int().nullable().describe('0 to 5; null where only some checks were asked for'),
    weightJudged: z.number(),
    rubricVersion: z.string(),
    caps: z.array(z.object({ id: z.string(), maxScore: z.int(), reason: z.string() })),
    checks: z.array(Check),
    locale: z.literal('en').describe('Language of title, why, fix and details'),
    checkedAt: z.string(),
  })
  .meta({ id: 'AiScore' })
export type AiScore = z.input<typeof AiScore>

/** The checks of the rubric that the caller chooses, by id; all checks where the list is left out. */
export const CheckIds = z
  .array(z.enum(RUBRIC.map(({ id }) => id)))
  .min(1)
  .max(RUBRIC.length)
  .optional()
  .describe('Only these checks, such as A2 or F1: the score is that of these alone')

/**
 * A BCP 47 tag. The texts exist in English alone, so it changes nothing yet: the answer says in which language it is,
 * and a caller that sends the tag today will get other languages once there are any.
 */
export const Locale = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,4}$/, 'Must be a language tag such as en or pt-BR')
  .optional()
  .describe('Language wanted for the texts, BCP 47; they are English so far')

/** Returns checks in sorted order, each once, so that the same choice in another order is the same cache entry. */
export const sortedChecks = (checks: readonly CheckId[] | undefined): CheckId[] | undefined =>
  checks && [...new Set(checks)].toSorted()

export const toScoreAnswer = (url: string, { finalUrl, score, atMs }: MadeScore): AiScore => ({
  url,
  finalUrl,
  ...score,
  locale: 'en',
  checkedAt: iso(atMs),
})
