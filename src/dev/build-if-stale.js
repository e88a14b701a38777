import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const SOURCES = ['src', 'tools', 'db', 'examples', 'package.json', 'package-lock.json']

/** Newest change below a path, in epoch milliseconds. */
function newestChange(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)))
  return Math.max(stat.mtimeMs, ...inside)
}

/** Bundles the service when there is no bundle, or one older than the sources. */
export async function buildIfStale() {
  const bundle = join(root, 'dist/main.js')
  const changedAt = Math.max(...SOURCES.map((name) => newestChange(join(root, name))))
  if (existsSync(bundle) && statSync(bundle).mtimeMs >= changedAt) return
  const { buildBundle } = await import('./build.js')
  await buildBundle()
}

if (process.argv[1] === import.meta.filename) await buildIfStale()
