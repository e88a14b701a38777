import type { Answer } from '../../../../examples/client/citable.ts'
import { fenced } from '../../fenced.ts'

type Score = Answer<'GET /sites/{siteId}/score'>['data']
type Report = NonNullable<Score['report']>

/** The words around a report, in the language of the page. */
export interface ReportWords {
  title: string
  grade: string
  seen: string
  how: string
  nothing: string
  faultOf: (check: Report['checks'][number]) => string
}

/**
 * Writes a report as Markdown, to be pasted into a ticket or an assistant. The words that the site wrote, and
 * addresses, are in code blocks whose fences they cannot close; everything else is ours.
 */
export function scoreMarkdown(report: Report, words: ReportWords): string {
  const lost = report.checks
    .filter(({ lostPoints }) => lostPoints > 0)
    .toSorted((a, b) => b.lostPoints - a.lostPoints)
  return [
    `# ${words.title}`,
    fenced(report.finalUrl),
    `${words.grade} ${report.checkedAt}`,
    ...report.caps.map(({ maxScore, reason }) => `- ≤ ${maxScore}: ${reason}`),
    ...(lost.length === 0 ? [words.nothing] : []),
    ...lost.flatMap((check) => [
      `## ${words.faultOf(check)} (${check.id}, +${check.lostPoints})`,
      ...seenOf(check, words),
      `${words.how}: ${check.fix}`,
    ]),
  ].join('\n\n')
}

function seenOf({ evidence }: Report['checks'][number], { seen }: ReportWords): string[] {
  // Details quote the page, so they are as foreign as the excerpt.
  const lines = [...evidence.details, ...(evidence.excerpt === null ? [] : [evidence.excerpt])]
  return lines.length === 0 ? [] : [`${seen}:`, fenced(lines.join('\n'))]
}
