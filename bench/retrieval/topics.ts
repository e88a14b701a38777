import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { print } from '../harness/report.ts'
import { runEventsImport, type Installation } from '../product/product.ts'
import type { CorpusPage } from './corpus.ts'

const LARGEST = 60
/** The least part of all questions that belong to the article of most questions of their topic. */
const MIN_PURITY = 0.9
/** A third of the singletons that a corpus of six thousand questions had, by its number of questions. */
const MAX_SINGLETON_SHARE = 0.025

interface AskedTopic {
  label: string
  /** The number of questions by article. */
  articles: Map<string, number>
  questions: number
}

/** An article is the first part of a page's path: its pages are parts of it. */
const articleOf = (path: string): string => path.split('/')[1] ?? path

/**
 * Imports each question of the corpus as one that a reader asked on its page, and prints how well topics keep articles
 * apart; the server must be down. Returns whether the limits were met.
 */
export async function measureTopics(
  installation: Installation,
  { siteId, origin }: { siteId: string; origin: string },
  pages: readonly CorpusPage[],
): Promise<boolean> {
  const file = join(installation.directory, 'questions.ndjson')
  await writeFile(file, [...questionLines(origin, pages)].join('\n'))
  await runEventsImport(installation, file, siteId)
  const topics = readTopics(join(installation.directory, 'bench.db'))
  const sum = (of: (topic: AskedTopic) => number): number =>
    topics.reduce((total, topic) => total + of(topic), 0)
  const questions = sum((topic) => topic.questions)
  const purity = sum(({ articles }) => Math.max(...articles.values())) / questions
  const singletons = sum((topic) => Number(topic.questions === 1))
  print(
    `\n## Topics: ${questions} questions, ${topics.length} topics, purity ${purity.toFixed(4)} (limit >= ${MIN_PURITY}), ${singletons} of one question (limit ${Math.floor(questions * MAX_SINGLETON_SHARE)})`,
  )
  const largest = topics.toSorted((a, b) => b.questions - a.questions).slice(0, LARGEST)
  for (const { label, questions: asked, articles } of largest) {
    print(`${String(asked).padStart(5)}  ${label}  (${articles.size} articles)`)
  }
  return purity >= MIN_PURITY && singletons <= questions * MAX_SINGLETON_SHARE
}

/** Questions of all pages in turn, one a minute, so that pages and articles come mixed as readers do. */
function* questionLines(origin: string, pages: readonly CorpusPage[]): Generator<string> {
  const most = Math.max(0, ...pages.map(({ questions }) => questions.length))
  const end = new Date().getTime()
  let minutes = 20_000
  for (let i = 0; i < most; i++) {
    for (const { path, title, questions } of pages) {
      const question = questions[i]
      if (question === undefined) continue
      const at = new Date(end - 60_000 * minutes--).toISOString()
      const reader = `${i} ${path}`
      yield JSON.stringify({
        eventId: randomUUID(),
        at,
        kind: 'question',
        url: `${origin}${path}`,
        visitor: reader,
        title,
        question,
        country: 'GB',
        device: 'desktop',
      })
    }
  }
}

function readTopics(file: string): AskedTopic[] {
  const database = new Database(file, { readonly: true })
  const rows = database
    .prepare<[], { num: number; label: string; path: string; questions: number }>(
      `SELECT t.num, t.label, p.path, COUNT(*) AS questions FROM question AS q
        JOIN wording AS w ON w.num = q.wording_num JOIN topic AS t ON t.num = w.topic_num JOIN page AS p ON p.num = q.page_num
        GROUP BY t.num, p.path`,
    )
    .all()
  database.close()
  const topics = new Map<number, AskedTopic>()
  for (const { num, label, path, questions } of rows) {
    const topic = topics.get(num) ?? { label, articles: new Map<string, number>(), questions: 0 }
    const article = articleOf(path)
    topic.articles.set(article, (topic.articles.get(article) ?? 0) + questions)
    topic.questions += questions
    topics.set(num, topic)
  }
  return [...topics.values()]
}
