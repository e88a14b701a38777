import type { Operation } from '../kernel/door/operation.ts'
import { Table } from '../kernel/reads/table.ts'
import { heading } from '../lib/text/chart.ts'
import { getBreakdown } from '../features/analytics/get-breakdown.ts'
import { getOverview } from '../features/analytics/get-overview.ts'
import { listQuestions } from '../features/questions/list-questions.ts'
import { PROGRAM, type RunCommand } from './command.ts'
import { withSite, type Operator } from './operator.ts'
import { enginesChart, overviewTable, ratesTable, questionsTable } from './report-tables.ts'
import { showableLine } from './showable-text.ts'

interface Report {
  overview: Table
  engines: Table
  pages: Table
  questions: Table
}

/** Shows the numbers of a site as assistants get them, by the same operations. */
export const reportSiteCommand: RunCommand = ({ options, positionals: [target = ''] }) =>
  withSite(options, target, async ({ row }, operator) => {
    const report = await readReport(operator, row.id, options['range'])
    const { domain, id, install_last_seen_at: seenAt } = row
    const { range } = report.overview
    const hint = seenAt === null ? [installHint(id)] : []
    const text = [title(domain, range), ...formatReport(report), ...hint].join('\n\n')
    return { data: { siteId: id, domain, range, ...report }, text }
  })

async function readReport(
  operator: Operator,
  site: string,
  range: string | undefined,
): Promise<Report> {
  const asked = { site: [site], ...(range !== undefined && { range }) }
  const read = async (operation: Operation, input: object): Promise<Table> =>
    Table.parse(await operator.ask(operation, { ...asked, ...input }))
  return {
    overview: await read(getOverview, {}),
    engines: await read(getBreakdown, {
      dimensions: ['engine'],
      metrics: ['ai_clicks', 'questions'],
      limit: 6,
    }),
    pages: await read(getBreakdown, {
      dimensions: ['path'],
      metrics: ['ai_referrals', 'ai_ctr'],
      limit: 5,
    }),
    questions: await read(listQuestions, { sort: 'frequent', limit: 8 }),
  }
}

function title(domain: string, range: Table['range']): string {
  const days = range ? `, ${range.from} to ${range.to} (${range.timezone})` : ''
  return heading(`${domain}${days}`, { colour: process.stdout.isTTY })
}

function formatReport({ overview, engines, pages, questions }: Report): string[] {
  const notes = new Set([overview, engines, pages, questions].flatMap((table) => table.notes ?? []))
  return [
    part('Overview', overview, overviewTable(overview)),
    part('Engines that readers open', engines, enginesChart(engines)),
    part('Pages that assistants send readers to', pages, ratesTable(pages)),
    part(
      'What readers ask most',
      questions,
      questionsTable(questions, ['count', 'path', 'question']),
    ),
    ...(notes.size === 0 ? [] : [[...notes].map((note) => `· ${showableLine(note)}`).join('\n')]),
  ]
}

const part = (name: string, { rows }: Table, shown: string): string =>
  rows.length === 0 ? `${name}: none in these days` : `${name}\n\n${shown}`

const installHint = (id: string): string =>
  `No page has run the widget yet. Next: ${PROGRAM} widget install ${id}`
