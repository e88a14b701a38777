import * as z from 'zod'
import type { ApiSchemas } from '../client/types/index.ts'
import type { Citable } from '../client/citable.ts'
import { type Ask, printLine, printQuestion, WIDTH } from './make-ask.ts'
import { pageFaultOf } from '../../src/domain/ai-score/fault.ts'
import { table, type ChartCell } from '../../src/lib/text/chart.ts'
import { indented } from './wrap-text.ts'

const FINDINGS = 3
const EVIDENCE_LINES = 2

const Site = z.object({
  stats: z.object({ pages: z.int(), prompts: z.int(), aiScore: z.int().nullable() }),
  lastScan: z.object({ state: z.string(), fetched: z.int() }).nullable(),
})

interface Pages {
  site: string
  siteId: string
  citable: Citable
}

/** Asks a site owner's questions about pages: whether they are read, what to mend, and what they offer readers. */
export async function askAboutPages(ask: Ask, { site, siteId, citable }: Pages): Promise<void> {
  await ask('Is my site read, and can AI find it?', 'get_site', { site }, siteState)
  printQuestion('What should I mend first?', `POST /api/v1/sites/${siteId}/score`)
  const { data } = await citable.call('POST /sites/{siteId}/score', { path: { siteId } })
  printLine(findings(data))
  await ask(
    'What can readers take from my pages to an assistant?',
    'list_prompts',
    { site, path: '/safety/', limit: 2 },
    offers,
  )
}

/** Shows each page with the kinds of its prompts, and the first one in full. */
function offers({ columns, rows }: { columns: string[]; rows: ChartCell[][] }): string {
  const wanted = ['path', 'kinds', 'prompt'].map((name) => columns.indexOf(name))
  return rows
    .map((row) => {
      const [path, kinds, prompt] = wanted.map((index) => String(row[index] ?? ''))
      return `${path}: ${kinds}\n${indented(prompt ?? '', WIDTH)}`
    })
    .join('\n')
}

function siteState({ content }: { content: unknown }): string {
  const { stats, lastScan } = Site.parse(content)
  const { pages, prompts, aiScore } = stats
  const row = [lastScan?.state ?? null, lastScan?.fetched ?? null, pages, prompts, aiScore]
  return table(['last_scan', 'fetched', 'pages', 'prompts', 'ai_score'], [row])
}

/** Shows the checks that cost most points, worst first, each with its evidence and advice. */
function findings({ score, grade, checks }: ApiSchemas['AiScore']): string {
  const lost = checks.filter(({ lostPoints }) => lostPoints > 0)
  const worst = lost.slice(0, FINDINGS).map(({ id, title, lostPoints, evidence, fix }) => {
    const seen = evidence.details.slice(0, EVIDENCE_LINES).join(' ')
    return [
      `−${lostPoints} ${id} ${pageFaultOf({ id, title })}`,
      indented(seen, WIDTH),
      indented(fix, WIDTH, '    ', '  → '),
    ].join('\n')
  })
  return [
    `${score} of 100, grade ${grade}; ${worst.length} of ${lost.length} findings:`,
    ...worst,
  ].join('\n')
}
