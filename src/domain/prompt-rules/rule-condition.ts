import * as z from 'zod'
import { globProblem } from './glob.ts'
import { MAX_GLOB_LENGTH } from './parse-glob.ts'
import { PAGE_STATUSES, PAGE_TYPES } from './vocabulary.ts'

const Glob = z
  .string()
  .min(1, { abort: true })
  .max(MAX_GLOB_LENGTH, { abort: true })
  .check(({ value, issues }) => {
    const problem = globProblem(value)
    if (problem !== undefined) issues.push({ code: 'custom', message: problem, input: value })
  })
const Words = z.string().trim().min(1).max(200)
export const Tag = z.string().trim().min(1).max(64)
const Day = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
/** The schema of a language tag of BCP 47. */
export const LanguageTag = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8}){0,3}$/, 'Must be a BCP 47 tag such as en or pt-BR')
const conditions = {
  path: Glob.regex(/^(?:\/|\*\*|\{)/, 'A path begins with / or **')
    .optional()
    .describe('Glob over the path without query: * within a segment, ** across, ?, {a,b}, \\'),
  host: Glob.regex(/^[^/]+$/, 'A host has no slash')
    .optional()
    .describe('Host name or glob over it, such as *.example.com'),
  type: z.enum(PAGE_TYPES).optional(),
  language: LanguageTag.optional().describe('BCP 47; en is en-GB as well'),
  titleContains: Words.optional().describe('In any case'),
  tag: Tag.optional(),
  schemaType: z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9]{0,63}$/, 'Must be a schema.org type such as Article')
    .optional(),
  wordCount: z
    .strictObject({ gte: z.int().min(0).optional(), lte: z.int().min(0).optional() })
    .refine(({ gte, lte }) => (gte ?? lte) !== undefined, 'Give gte, lte or both')
    .refine(({ gte, lte }) => (gte ?? 0) <= (lte ?? Infinity), 'gte must not exceed lte')
    .optional(),
  publishedAfter: Day.optional().describe('At this instant or later; a date is its midnight, UTC'),
  publishedBefore: Day.optional().describe('Earlier than this instant'),
  authorContains: Words.optional().describe('In any case'),
  status: z
    .enum(PAGE_STATUSES)
    .optional()
    .describe('What the last scan found; a page that was excluded is active here'),
}

/** The schema of conditions that hold no others. */
export const PlainCondition = z.strictObject(conditions)

/** Conditions that may hold others; `RuleMatch` says what they mean. */
export interface RuleCondition extends z.infer<typeof PlainCondition> {
  any?: RuleCondition[] | undefined
  not?: RuleCondition | undefined
}
