import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = ['src', 'tools', 'db', 'examples', 'package.json', 'package-lock.json']

/** Newest change below a path, in epoch milliseconds. */
function newestChange(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)))
  return Math.max(stat.mtimeMs, ...inside)
}

const bundle = 'dist/main.js'
const isStale =
  !existsSync(bundle) || Math.max(...SOURCES.map(newestChange)) > statSync(bundle).mtimeMs
if (isStale) {
  const { buildBundle } = await import('./build.js')
  await buildBundle()
}
