import type { Ask } from './make-ask.ts'
import { enginesChart, overviewTable, ratesTable } from '../../src/cli/report-tables.ts'
import { barChart, sparkline, table, type ChartCell } from '../../src/lib/text/chart.ts'

/** Asks a site owner's questions about numbers: how much, why, when, where, and what about. */
export async function askAboutNumbers(ask: Ask, site: string): Promise<void> {
  await ask(
    'How did my site do with AI last week, and is that unusual?',
    'get_overview',
    { site, range: 'last_week' },
    overviewTable,
  )
  await ask(
    'Why do more readers open an AI than four weeks ago?',
    'compare_periods',
    { site, range: '28d', metrics: ['ai_clicks'], dimensions: ['path', 'engine'], limit: 4 },
    ({ columns, rows }) => table(columns, rows),
  )
  await ask(
    'And day by day?',
    'get_timeseries',
    { site, range: '28d', metrics: ['ai_clicks', 'ai_referrals'] },
    ({ rows }) => dailyChart(rows),
  )
  await ask(
    'Which engines do my readers open?',
    'get_breakdown',
    { site, range: '28d', dimensions: ['engine'], metrics: ['ai_clicks', 'questions'], limit: 6 },
    enginesChart,
  )
  await ask(
    'And which send readers who do more here?',
    'get_breakdown',
    {
      site,
      range: '28d',
      dimensions: ['engine'],
      metrics: ['sessions', 'engagement_rate'],
      filters: [{ dimension: 'channel', op: 'is', values: ['ai'] }],
      limit: 5,
    },
    ({ columns, rows }) => ratesTable({ columns: columns.slice(0, 5), rows }),
  )
  await ask(
    'Which pages do assistants send readers to?',
    'get_breakdown',
    { site, range: '28d', dimensions: ['path'], metrics: ['ai_referrals', 'ai_ctr'], limit: 5 },
    ratesTable,
  )
  await ask(
    'What do they ask about?',
    'get_question_topics',
    { site, range: '28d', limit: 6 },
    ({ columns, rows }) => table(columns, rows),
  )
}

function dailyChart(rows: readonly ChartCell[][]): string {
  const bars = rows.map(([day, clicks]) => ({
    label: String(day).slice(5),
    value: Number(clicks),
  }))
  const referrals = rows.map((row) => Number(row[2]))
  return `${barChart(bars, { width: 70, unit: 'AI clicks' })}\n\nAI referrals  ${sparkline(referrals)}`
}
