import type { Ask } from './make-ask.ts'
import { barChart, sparkline, table, type ChartCell } from './chart.ts'

/** Asks a site owner's questions about numbers: how much, why, when, where, and what about. */
export async function askAboutNumbers(ask: Ask, site: string): Promise<void> {
  await ask(
    'How did my site do with AI last month?',
    'get_overview',
    { site, range: '28d' },
    ({ columns, rows }) => table(columns, rows.map(readable(columns))),
  )
  await ask(
    'Why do more readers open an AI, and is it noise?',
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
    ({ rows }) => engineChart(rows),
  )
  await ask(
    'Which pages do assistants send readers to?',
    'get_breakdown',
    { site, range: '28d', dimensions: ['path'], metrics: ['ai_referrals', 'ai_ctr'], limit: 5 },
    ({ columns, rows }) =>
      table(
        columns,
        rows.map(([path = null, referrals = null, rate = null, ...rest]) => [
          path,
          referrals,
          percent(rate),
          ...rest,
        ]),
      ),
  )
  await ask(
    'What do they ask about?',
    'get_question_topics',
    { site, range: '28d', limit: 6 },
    ({ columns, rows }) => table(columns, rows),
  )
}

const RATES = new Set(['value', 'ci95_low', 'ci95_high', 'previous'])

/** Shows rates as percentages; counts stay. */
const readable =
  (columns: readonly string[]) =>
  (row: ChartCell[]): ChartCell[] =>
    /_(ctr|rate)$/.test(String(row[0]))
      ? row.map((cell, at) => (RATES.has(columns[at] ?? '') ? percent(cell) : cell))
      : row

const percent = (cell: ChartCell): ChartCell =>
  typeof cell === 'number' ? `${(cell * 100).toFixed(1)} %` : cell

function dailyChart(rows: readonly ChartCell[][]): string {
  const bars = rows.map(([day, clicks]) => ({
    label: String(day).slice(5),
    value: Number(clicks),
  }))
  const referrals = rows.map((row) => Number(row[2]))
  return `${barChart(bars, { width: 70, unit: 'AI clicks' })}\n\nAI referrals  ${sparkline(referrals)}`
}

const engineChart = (rows: readonly ChartCell[][]): string =>
  barChart(
    rows.map(([engine, clicks]) => ({ label: String(engine), value: Number(clicks) })),
    { width: 70, unit: 'AI clicks' },
  )
