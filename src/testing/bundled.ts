import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Finds the file of the bundle that a process or a thread starts with; `bundle-once.js` has made it for this run. */
export function bundled(
  name: 'main' | 'cli' | 'demo' | 'read-worker' | 'send-worker' | 'tasks',
): string {
  const folder = process.env['TESTED_BUNDLE']
  if (folder === undefined) throw new Error('Only tests that Vitest runs have a bundle')
  return join(folder, `${name}.js`)
}

export const bundledThread = (name: 'read-worker' | 'send-worker' | 'tasks'): URL =>
  pathToFileURL(bundled(name))
