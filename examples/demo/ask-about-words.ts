import * as z from 'zod'
import { type Ask, WIDTH } from './make-ask.ts'
import { questionsTable } from '../../src/cli/report-tables.ts'
import { table } from '../../src/lib/text/chart.ts'
import { wrapText } from './wrap-text.ts'

const FOUND_ROWS = 6
const ANSWER_ROWS = 3
/** Lines of a page's own words that are shown. */
const PAGE_LINES = 6
/** The line of a page that names its readers' topics begins so. */
const ASKED = 'Readers asked here about: '

const Found = z.object({
  results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() })),
})
type Hit = z.output<typeof Found>['results'][number]

const Document = z.object({ title: z.string(), text: z.string(), url: z.string() })

/** Asks what readers asked in their own words, and what the site's pages say to that. */
export async function askAboutWords(ask: Ask, site: string): Promise<void> {
  const words = { site, range: '28d', sort: 'frequent', limit: 8 }
  await ask('What did people ask?', 'list_questions', words, (answer) =>
    questionsTable(answer, ['count', 'path', 'question']),
  )
  const about = await search(ask, 'Did anybody ask about cold water?', 'cold water', FOUND_ROWS)
  const asked = firstOf(about, 'question')
  await ask('Quote that question, with its page.', 'fetch', { id: asked.id }, question)
  const answers = await search(ask, 'Which page answers it?', asked.title, ANSWER_ROWS)
  const page = firstOf(answers, 'page')
  await ask('Read me that page, with an address to cite.', 'fetch', { id: page.id }, pageText)
}

/** Prints the first hits and returns all of them. */
async function search(ask: Ask, heading: string, query: string, limit: number): Promise<Hit[]> {
  let hits: Hit[] = []
  await ask(heading, 'search', { query }, ({ text }) => {
    const { results } = Found.parse(JSON.parse(text))
    hits = results.map((hit) => ({ ...hit, title: withoutMarks(hit.title) }))
    const rows = hits
      .slice(0, limit)
      .map(({ id, title, url }) => [kindOf(id), title, new URL(url).pathname])
    return table(['found', 'title', 'page'], rows)
  })
  return hits
}

const kindOf = (id: string): string => id.split(':', 1)[0] ?? ''

function firstOf(hits: readonly Hit[], kind: string): Hit {
  const hit = hits.find(({ id }) => kindOf(id) === kind)
  if (!hit) throw new Error(`The search found no ${kind}`)
  return hit
}

function question(answer: { text: string }): string {
  const { title, text, url } = readDocument(answer)
  return `${title}\n  “${text}”\n  ${url}`
}

/** Shows what readers asked about on a page, and the beginning of its own words. */
function pageText(answer: { text: string }): string {
  const { title, text, url } = readDocument(answer)
  // The page's title and path are above its words.
  const lines = text.split('\n')
  const at = lines.indexOf(new URL(url).pathname)
  const name = at > 0 ? (lines[at - 1] ?? title) : title
  const paragraphs = lines.slice(at + 1).filter((line) => line !== name)
  const [asked, own] = partition(paragraphs, (line) => line.startsWith(ASKED))
  const words = wrapAll(own)
  const more = words.length > PAGE_LINES ? ' …' : ''
  const shown = [...wrapAll(asked), ...words.slice(0, PAGE_LINES)].map((line) => `  ${line}`)
  return `${name}\n${shown.join('\n')}${more}\n  ${url}`
}

const wrapAll = (paragraphs: readonly string[]): string[] =>
  paragraphs.flatMap((paragraph) => wrapText(paragraph, WIDTH - 2))

/** Splits items into those that hold and the others, each in their order. */
const partition = <T>(items: readonly T[], holds: (item: T) => boolean): [T[], T[]] => [
  items.filter((item) => holds(item)),
  items.filter((item) => !holds(item)),
]

function readDocument({ text }: { text: string }): z.output<typeof Document> {
  const found = Document.parse(JSON.parse(text))
  return { ...found, text: withoutMarks(found.text) }
}

/** Removes the marks around visitors' words, which are for models. */
const withoutMarks = (text: string): string =>
  text.replaceAll(/<(untrusted-[0-9a-f]{12})>\n([^]*?)\n<\/\1>/g, '$2').trim()
