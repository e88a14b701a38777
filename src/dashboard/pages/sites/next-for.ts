import type { Answer } from '../../../../examples/client/citable.ts'
import { firstRunPath, firstRunStep } from '../../first-run.ts'
import { t } from '../../texts/index.ts'

type Site = Answer<'GET /sites'>['data'][number]

/** The score of the start page below which an AI misses much of it. */
const POOR_SCORE = 60

/**
 * Returns the next step that a site needs from its owner, with the path of its page; undefined where the site needs
 * nothing.
 */
export function nextFor(site: Site): { words: string; path: string } | undefined {
  const { id, install, lastScan, numbers } = site
  const { todo } = t.sites
  if (lastScan?.state === 'failed') return { words: todo.scanAgain, path: `s/${id}/scans` }
  const step = firstRunStep(site)
  if (step) return { words: t.firstRun.goOn[step], path: firstRunPath(id, step) }
  if (install.status === 'stale') return { words: todo.tagBack, path: `s/${id}/widget` }
  const score = numbers?.score ?? null
  if (score !== null && score < POOR_SCORE) return { words: todo.score, path: `s/${id}/score` }
  return undefined
}
