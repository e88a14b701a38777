import { barChart, heading, sparkline, table, type Cell } from './chart.ts'
import { connect, type Assistant } from './mcp.ts'

type Ask = (
  question: string,
  tool: string,
  args: Record<string, unknown>,
  show: (answer: { columns: string[]; rows: Cell[][]; text: string }) => string,
) => Promise<void>

/** Puts a site owner's questions to both servers, as an assistant would, and prints what came back. */
export async function askLikeAnAssistant(url: string, key: string, site: string): Promise<void> {
  await using data = await connect(`${url}/mcp/data`, key)
  await using publisher = await connect(`${url}/mcp/publisher`, key)
  print(toolList('/mcp/data', data.tools))
  print(toolList('/mcp/publisher', publisher.tools))
  await askForNumbers(asker(data), site)
  await askForWords(publisher, site)
}

const print = (text: string): boolean => process.stdout.write(`${text}\n`)

function asker(assistant: Assistant): Ask {
  return async (question, tool, args, show) => {
    print(`\n${heading(question, { colour: process.stdout.isTTY })}`)
    print(`${wrapped(`${tool} ${JSON.stringify(args)}`)}\n`)
    print(show(await assistant.ask(tool, args)))
  }
}

const WIDTH = 98

/** One server's tools, over several lines where they are too many for one. */
function toolList(server: string, tools: readonly string[]): string {
  let text = ''
  let line = `· ${server} has`
  for (const tool of tools) {
    if (line.length + tool.length < WIDTH) line += ` ${tool}`
    else {
      text += `${line}\n`
      line = `  ${tool}`
    }
  }
  return text + line
}

/** A call over several lines where it is too long for one, broken between its arguments. */
function wrapped(call: string): string {
  const cut = call.length > WIDTH ? call.lastIndexOf(',"', WIDTH) : -1
  return cut < 0 ? call : `${call.slice(0, cut + 1)}\n  ${wrapped(call.slice(cut + 1))}`
}

async function askForNumbers(ask: Ask, site: string): Promise<void> {
  await ask(
    'How did my site do with AI last month?',
    'get_overview',
    { site, range: '28d' },
    ({ columns, rows }) => table(columns, rows.map(readable(columns))),
  )
  await ask(
    'Why do more readers open an AI, and is it noise?',
    'compare_periods',
    { site, range: '28d', metric: 'ai_clicks', drivers: ['path', 'engine'], limit: 4 },
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

/** Rates as percentages; the counts stay. */
const readable =
  (columns: readonly string[]) =>
  (row: Cell[]): Cell[] =>
    /_(ctr|rate)$/.test(String(row[0]))
      ? row.map((cell, at) => (RATES.has(columns[at] ?? '') ? percent(cell) : cell))
      : row

const percent = (cell: Cell): Cell =>
  typeof cell === 'number' ? `${(cell * 100).toFixed(1)} %` : cell

function dailyChart(rows: readonly Cell[][]): string {
  const bars = rows.map(([day, clicks]) => ({
    label: String(day).slice(5),
    value: Number(clicks),
  }))
  const referrals = rows.map((row) => Number(row[2]))
  return `${barChart(bars, { width: 70, unit: 'AI clicks' })}\n\nAI referrals  ${sparkline(referrals)}`
}

const engineChart = (rows: readonly Cell[][]): string =>
  barChart(
    rows.map(([engine, clicks]) => ({ label: String(engine), value: Number(clicks) })),
    { width: 70, unit: 'AI clicks' },
  )

async function askForWords(publisher: Assistant, site: string): Promise<void> {
  const ask = asker(publisher)
  const words = { site, range: '28d', sort: 'frequent', limit: 8 }
  await ask('What did people ask?', 'list_questions', words, ({ columns, rows }) => {
    const wanted = ['count', 'page', 'question'].map((name) => columns.indexOf(name))
    return table(
      ['count', 'page', 'question'],
      rows.map((row) => wanted.map((index) => row[index] ?? null)),
    )
  })
  let questionId = ''
  await ask('Did anybody ask about cold water?', 'search', { query: 'cold water' }, ({ text }) => {
    // @NOTE the search tool's one text item is JSON of this form.
    const { results } = JSON.parse(text) as {
      results: { id: string; title: string; url: string }[]
    }
    questionId = results.find(({ id }) => id.startsWith('question:'))?.id ?? ''
    return table(
      ['found', 'title', 'page'],
      results
        .slice(0, 6)
        .map(({ id, title, url }) => [id.split(':')[0] ?? '', title, new URL(url).pathname]),
    )
  })
  await ask('Quote that question, with a page to cite.', 'fetch', { id: questionId }, document)
}

/** A document as a person reads it: the marks around visitors' words are for models. */
function document({ text }: { text: string }): string {
  // @NOTE the fetch tool's one text item is JSON of this form.
  const found = JSON.parse(text) as { title: string; text: string; url: string }
  const words = found.text.replaceAll(/^<\/?untrusted-[0-9a-f]+>\n?/gm, '').trim()
  return `${found.title}\n  “${words}”\n  ${found.url}`
}
