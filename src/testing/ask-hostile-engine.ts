import type { CompatibleEngine } from './compatible-engine.ts'
import type { TestApp } from './start-test-app.ts'
import { inspectData } from './stored-events.ts'

interface HostileTexts {
  queries: readonly string[]
  answers: readonly string[]
  /** Titles of the pages that the answers cite. */
  titles: readonly string[]
}

/** Asks an engine queries that it answers with these texts, and returns its checks and how many queries were refused. */
export async function askHostileEngine(
  { app, site, key, engine }: { app: TestApp; site: string; key: string; engine: CompatibleEngine },
  { queries, answers, titles }: HostileTexts,
): Promise<{ checks: string[]; refused: number }> {
  let refused = 0
  for (const query of queries) {
    const body = { text: query.slice(0, 300) }
    const { status } = await app.api('POST', `/citations/${site}/queries`, { token: key, body })
    if (status !== 201) refused += 1
  }
  engine.script = () => {
    const i = (engine.asked.length - 1) % answers.length
    const title = titles[i] ?? ''
    return { text: answers[i] ?? '', cites: [{ url: `https://rival${i}.example/`, title }] }
  }
  // Some queries are refused, and each text is to come once.
  await app.api('POST', `/citations/${site}/runs`, { token: key, body: { replicas: 2 } })
  await app.app.services.jobs.onIdle()
  const checks = inspectData(app.directory, (db) =>
    db.prepare<[], string>('SELECT id FROM citation_check ORDER BY num').pluck().all(),
  )
  return { checks, refused }
}
