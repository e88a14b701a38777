import { Table, type Cell } from '../kernel/reads/table.ts'
import { listQuestions } from '../features/questions/list-questions.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { withSite, type Operator } from './operator.ts'
import { questionsTable } from './report-tables.ts'
import { showableLine } from './showable-text.ts'

const ORDERS = ['recent', 'frequent'] as const
const DEFAULT_LIMIT = 25
const MAX_LIMIT = 1_000
const PAGE = 100

/** Lists the questions of a site's readers as assistants get them, by the same operation. */
export const listQuestionsCommand: RunCommand = ({ options, positionals: [target = ''] }) => {
  const sort = readOrder(options['sort'])
  const limit = readLimit(options['limit'])
  return withSite(options, target, async ({ row }, operator) => {
    const { range } = options
    const asked = { site: [row.id], sort, ...(range !== undefined && { range }) }
    const { questions, isAll } = await readQuestions(operator, asked, limit)
    return {
      data: { siteId: row.id, domain: row.domain, ...questions },
      text: formatQuestions(questions, sort, isAll),
    }
  })
}

function readOrder(text: string = ORDERS[0]): (typeof ORDERS)[number] {
  const order = ORDERS.find((known) => known === text)
  if (order === undefined) throw new CliError(`--sort must be ${ORDERS.join(' or ')}`)
  return order
}

function readLimit(text = String(DEFAULT_LIMIT)): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= MAX_LIMIT) return limit
  throw new CliError(`--limit must be a number from 1 to ${MAX_LIMIT}`)
}

/**
 * Reads pages of questions until it has as many as the limit; a page also ends where its words are too long for a
 * model.
 */
async function readQuestions(operator: Operator, asked: object, limit: number) {
  const rows: Cell[][] = []
  let page: Table
  let cursor: string | null = null
  do {
    const size = Math.min(PAGE, limit - rows.length)
    const input = { ...asked, limit: size, ...(cursor !== null && { cursor }) }
    page = Table.parse(await operator.ask(listQuestions, input))
    rows.push(...page.rows)
    cursor = page.nextCursor
  } while (cursor !== null && rows.length < limit)
  const { site, range, columns, notes } = page
  return { questions: { site, range, columns, rows, notes }, isAll: cursor === null }
}

function formatQuestions(
  { columns, rows, notes = [] }: Pick<Table, 'columns' | 'rows' | 'notes'>,
  sort: (typeof ORDERS)[number],
  isAll: boolean,
): string {
  const shown =
    sort === 'recent' ? ['at', 'engine', 'path', 'question'] : ['count', 'path', 'question']
  return [
    rows.length === 0 ? 'No questions in these days.' : questionsTable({ columns, rows }, shown),
    ...(isAll ? [] : ['There are more; --limit shows them.']),
    ...notes.map((note) => `· ${showableLine(note)}`),
  ].join('\n')
}
