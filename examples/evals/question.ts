import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** What a live model's argument must be: a period of these words, or a value that holds one of these texts. */
const Expectation = z.union([
  z.strictObject({ argument: z.string(), period: z.string() }),
  z.strictObject({ argument: z.string(), has: z.array(z.string()).min(1) }),
])
export type Expectation = z.infer<typeof Expectation>

/** Where the answer to a question stands in what a tool answers. */
const Reading = z.union([
  z.literal('rows').describe('The number of rows'),
  z.strictObject({
    row: z.union([z.literal('first'), z.strictObject({ column: z.string(), is: z.string() })]),
    cell: z.string(),
  }),
  z.strictObject({ highest: z.string(), cell: z.string() }),
  z.strictObject({ sum: z.string() }),
  z.strictObject({ text: z.string().describe('A pattern with a group `value`') }),
  z.strictObject({ file: z.string().describe('The rows of the file, or the sum of a column') }),
])
export type Reading = z.infer<typeof Reading>

const Question = z.strictObject({
  id: z.string(),
  /** The words of an owner, as they were typed. */
  question: z.string(),
  server: z.enum(['publisher', 'data']),
  tool: z.string(),
  /** Other tools that answer it too. */
  alternatives: z.array(z.string()),
  /** What a good assistant would send; `{shop}` stands for the address of the scanned site. */
  arguments: z.record(z.string(), z.unknown()),
  expect: z.array(Expectation),
  answer: z.strictObject({ read: Reading, count: z.string() }).optional(),
})
export type Question = z.infer<typeof Question>

/** Every question, in the order of the tools. */
export const QUESTIONS: readonly Question[] = z
  .array(Question)
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'questions.json'), 'utf8')))

/** Descriptions may be improved by looking at the one half; the other says whether that holds for questions unseen. */
export const halfOf = ({ id }: Question): 'development' | 'held-out' =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'development' : 'held-out'
