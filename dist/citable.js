#!/usr/bin/env node
import { existsSync } from 'node:fs'

/**
 * `npx citable`. npm wants the file of a command to be there before anything is built, so that this alone of `dist/` is
 * committed; every build puts it there again. Beside the sources it has the bundle made anew when it is missing or old.
 */
const builder = new URL('../src/dev/build-if-stale.js', import.meta.url)
const bundle = new URL('./cli.js', import.meta.url)
const MISSING =
  'There is no dist/cli.js: build it where the sources are, with npm ci && npm run build\n'

async function isThere() {
  // The build says itself what is in its way.
  if (existsSync(builder)) return (await import(builder.href)).buildIfStale()
  if (!existsSync(bundle)) process.stderr.write(MISSING)
  return existsSync(bundle)
}

if (await isThere()) await import(bundle.href)
else process.exitCode = 1
