import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/v4'
import { toScore } from '../../src/domain/ai-score/score.ts'
import { createLogger } from '../../src/lib/logger.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { readConfig } from '../../src/server/config.ts'
import { openScoring, type Scoring } from '../../src/server/scoring.ts'
import { freePort } from '../harness/free-port.ts'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { rankCorrelation } from '../harness/rank-correlation.ts'
import type { Settings } from '../settings.ts'

const MIN_CORRELATION = 0.75
const JUDGEMENTS = new URL('../judgements/page-ranks.json', import.meta.url)

const Page = z.object({
  path: z.string(),
  /** True for a page in the place of the one before. */
  same: z.boolean().default(false),
  why: z.string(),
})
const Judgements = z.object({
  sites: z.record(z.string(), z.object({ pages: z.array(Page) })),
})

interface Ranked {
  path: string
  /** The place that the person gave it; 1 is the best. */
  place: number
  score: number
}

/** Scores the pages that a person has ranked; returns whether both orders are alike. */
export async function runPageRanksSuite(
  _: unknown,
  __: string,
  { sites: folder }: Settings,
): Promise<boolean> {
  if (folder === undefined || !existsSync(join(folder, 'serve.mjs'))) {
    print('\npage-ranks: skipped, since --sites names no folder with serve.mjs')
    return true
  }
  const { sites } = Judgements.parse(JSON.parse(readFileSync(JUDGEMENTS, 'utf8')))
  await using scoring = openScoring(
    readConfig({ ...process.env, ALLOW_PRIVATE_NETWORKS: '127.0.0.1' }),
    systemClock,
    createLogger('error', process.stderr),
  )
  const rows: string[][] = []
  const correlations: number[] = []
  for (const [name, { pages }] of Object.entries(sites)) {
    progress.begin(name)
    const ranked = await scoreSite(scoring, { folder, name }, pages)
    const correlation = rankCorrelation(
      ranked.map(({ place }) => -place),
      ranked.map(({ score }) => score),
    )
    correlations.push(correlation)
    rows.push([name, correlation.toFixed(2), ranked.map(({ score }) => score).join(' ')])
  }
  const mean = correlations.reduce((sum, one) => sum + one, 0) / correlations.length
  const verdict = mean >= MIN_CORRELATION ? 'PASS' : 'FAIL'
  print('\n## Page ranks: Spearman’s rank correlation of score and person')
  printTable(['site', 'correlation', 'scores, best page of the person first'], rows)
  print(`mean ${mean.toFixed(3)} (limit ${MIN_CORRELATION}) ${verdict}`)
  return mean >= MIN_CORRELATION
}

/** Serves a site at the loopback address, and scores each of its pages as `citable score` does. */
async function scoreSite(
  scoring: Scoring,
  { folder, name }: { folder: string; name: string },
  pages: readonly z.output<typeof Page>[],
): Promise<Ranked[]> {
  const port = await freePort()
  const server = spawn(
    process.execPath,
    [join(folder, 'serve.mjs'), name, '--port', String(port), '--from', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  try {
    await once(server.stdout, 'data')
    const ranked: Ranked[] = []
    let place = 0
    for (const { path, same } of pages) {
      place += same ? 0 : 1
      const observation = await scoring.observe(new URL(path, `http://127.0.0.1:${port}`).href)
      ranked.push({ path, place, score: toScore(observation).score })
    }
    return ranked
  } finally {
    server.kill()
  }
}
