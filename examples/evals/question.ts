import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

/** The condition for a live model's argument: a period of these words, or a value that holds one of these texts. */
const Expectation = z.union([
  z.strictObject({ argument: z.string(), period: z.string() }),
  z.strictObject({ argument: z.string(), has: z.array(z.string()).min(1) }),
])
export type Expectation = z.infer<typeof Expectation>

/** The place of the answer to a question in the answer of a tool. */
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
  /** The arguments that a good assistant would send; `{shop}` stands for the address of the scanned site. */
  arguments: z.record(z.string(), z.unknown()),
  expect: z.array(Expectation),
  answer: z.strictObject({ read: Reading, count: z.string() }).optional(),
})
export type Question = z.infer<typeof Question>

/** Every question, in the order of the tools. */
export const QUESTIONS: readonly Question[] = readJson('questions.json', z.array(Question))

/** A question that asks for a tool, with other tools that answer it too. */
export interface AskedTool {
  id: string
  question: string
  tool: string
  alternatives: readonly string[]
  half?: Half
}

type Half = 'development' | 'held-out'

const HALVES = ['development', 'held-out'] as const satisfies readonly Half[]

const Wordings = z.record(z.enum(HALVES), z.record(z.string(), z.array(z.string())))

/** Further questions by their tool, which are asked of nothing but the words of the descriptions. */
export const WORDINGS: readonly AskedTool[] = HALVES.flatMap((half) =>
  Object.entries(readJson('wordings.json', Wordings)[half]).flatMap(([tool, questions]) =>
    questions.map((question) => ({ id: question, question, tool, alternatives: [], half })),
  ),
)

/** Descriptions may be improved by looking at the one half; the other says whether that holds for questions unseen. */
export const halfOf = ({ id, half }: Pick<AskedTool, 'id' | 'half'>): Half =>
  half ??
  ((createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'development' : 'held-out')

function readJson<T extends z.ZodType>(name: string, schema: T): z.output<T> {
  return schema.parse(JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8')))
}
