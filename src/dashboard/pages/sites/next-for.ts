import type { Answer } from '../../../../examples/client/citable.ts'
import { t } from '../../texts/index.ts'

type Site = Answer<'GET /sites'>['data'][number]

/** Below this an AI misses much of the start page. */
const POOR_SCORE = 60

/** What a site needs of its owner first, and where that is done; undefined where it needs nothing. */
export function nextFor({
  id,
  install,
  lastScan,
  numbers,
}: Site): { words: string; path: string } | undefined {
  const { todo } = t.sites
  if (!lastScan) return { words: todo.scan, path: `s/${id}/scans` }
  if (lastScan.state === 'failed') return { words: todo.scanAgain, path: `s/${id}/scans` }
  if (install.status === 'not_installed') return { words: todo.tag, path: `s/${id}/widget` }
  if (install.status === 'stale') return { words: todo.tagBack, path: `s/${id}/widget` }
  const score = numbers?.score ?? null
  if (score !== null && score < POOR_SCORE) return { words: todo.score, path: `s/${id}/score` }
  return undefined
}
