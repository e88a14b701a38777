import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { openDataset, type Dataset } from '../dataset/dataset.ts'
import { atLeast, isMet, type Ratio } from '../harness/ratios.ts'
import { progress } from '../harness/progress.ts'
import { print, printRatios, printTable } from '../harness/report.ts'
import { residentBytes } from '../harness/resident-bytes.ts'
import type { ServerProcess } from '../harness/server-process.ts'
import { median } from '../harness/statistics.ts'
import { makeInstallation, startProduct } from '../product/product.ts'
import type { Settings } from '../settings.ts'

const run = promisify(execFile)
const ROWS = 1_000_000
const MEGABYTE = 1024 * 1024
const SAMPLE_MS = 100

interface Export {
  seconds: number
  bytes: number
  rows: number
  maxRss: number
}

/**
 * Exports a million events as CSV, and compares with the sqlite3 shell that writes the same rows; returns whether both
 * limits were met.
 */
export async function runExportSuite(_: unknown, __: string, settings: Settings): Promise<boolean> {
  const dataset = await openDataset(settings.events, settings.data)
  const installation = await makeInstallation(dataset.directory)
  print(`\n## Export of ${ROWS.toLocaleString('en')} events as CSV`)
  await using server = await startProduct(installation, { withProbe: false })
  await exportRows(server, dataset)
  const sinceMs = progress.nowMs
  const rounds: { ours: Export; shell: number }[] = []
  for (let round = 0; round < settings.rounds; round++) {
    rounds.push({ ours: await exportRows(server, dataset), shell: await shellSeconds(dataset) })
    progress.turn('exports', { done: round + 1, of: settings.rounds, sinceMs })
  }
  printTable(
    ['round', 'rows', 'MB', 'citable s', 'sqlite3 s', 'largest RSS MB'],
    rounds.map(({ ours, shell }, i) => [
      String(i + 1),
      String(ours.rows),
      (ours.bytes / MEGABYTE).toFixed(0),
      ours.seconds.toFixed(2),
      shell.toFixed(2),
      (ours.maxRss / MEGABYTE).toFixed(0),
    ]),
  )
  const rates = rounds.map(({ ours, shell }) => shell / ours.seconds)
  const ratio: Ratio = {
    label: 'rate, citable / sqlite3 -csv',
    median: median(rates),
    min: Math.min(...rates),
    max: Math.max(...rates),
    limit: atLeast(0.5),
  }
  printRatios([ratio])
  const rss = Math.max(...rounds.map(({ ours }) => ours.maxRss))
  print(`largest RSS ${(rss / MEGABYTE).toFixed(0)} MB (goal 150)`)
  return isMet(ratio)
}

async function exportRows(server: ServerProcess, { key, sites }: Dataset): Promise<Export> {
  const startedAt = performance.now()
  const path = `/analytics/${sites.largest}/export?rows=events&format=csv&range=12mo&maxRows=${ROWS}`
  const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}`)
  const samples: Promise<number>[] = []
  const result: Export = { seconds: 0, bytes: 0, rows: -1, maxRss: 0 }
  const watch = setInterval(() => {
    samples.push(residentBytes(server.pid))
  }, SAMPLE_MS)
  // @NOTE a body of fetch is a stream of bytes.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    result.bytes += chunk.length
    for (const byte of chunk) if (byte === 10) result.rows += 1
  }
  clearInterval(watch)
  result.maxRss = Math.max(...(await Promise.all(samples)))
  result.seconds = (performance.now() - startedAt) / 1_000
  return result
}

/** Exports the same columns by the shell, which joins where the product looks names up. */
async function shellSeconds({ file, sites }: Dataset): Promise<number> {
  const query = `SELECT e.at || '-' || e.seq AS id, strftime('%Y-%m-%dT%H:%M:%fZ', e.at / 1000.0, 'unixepoch') AS at,
    date(e.at / 1000, 'unixepoch') AS local_day,
    CASE e.kind WHEN 1 THEN 'impression' WHEN 2 THEN 'ai_click' WHEN 3 THEN 'share' WHEN 4 THEN 'question' WHEN 5 THEN 'referral' ELSE 'pageview' END AS kind,
    p.path, t1.value AS engine, t2.value AS referrer, t3.value AS country, t4.value AS device,
    t5.value AS channel, f.language, f.method, f.prompt_kind, f.prompt_id, f.rule_id, f.rating, f.evidence, f.paid,
    entry.path AS entry_path, t6.value AS came_from, t7.value AS campaign
    FROM event AS e LEFT JOIN page AS p ON p.num = e.page_num LEFT JOIN term AS t1 ON t1.num = e.engine
      LEFT JOIN visit_source AS v ON v.site_num = e.site_num AND v.num = e.visit % 16777216
      LEFT JOIN page AS entry ON entry.num = CASE e.visit / 16777216 WHEN 0 THEN e.page_num ELSE e.visit / 16777216 - 1 END
      LEFT JOIN term AS t5 ON t5.num = v.channel LEFT JOIN term AS t6 ON t6.num = v.arrival
      LEFT JOIN term AS t7 ON t7.num = v.campaign
      LEFT JOIN term AS t2 ON t2.num = v.referrer LEFT JOIN term AS t3 ON t3.num = e.country
      LEFT JOIN term AS t4 ON t4.num = e.device LEFT JOIN facet AS f ON f.num = e.facet
    WHERE e.site_num = (SELECT num FROM site WHERE id = '${sites.largest}') ORDER BY e.at, e.seq LIMIT ${ROWS}`
  const startedAt = performance.now()
  await run('sqlite3', ['-readonly', '-header', '-csv', file, '-cmd', '.output /dev/null', query])
  return (performance.now() - startedAt) / 1_000
}
