import { defineConfig } from 'vitest/config'

const TESTS = '{src,tools,db,examples,bench,interop/src}/**/*.test.ts'
/** What needs a Chromium of this machine. */
const BROWSER = '{src/widget,src/dashboard,src/features/oauth,examples}/**/*.browser.test.ts'
/** Processes that are killed again and again, and properties with many samples: they have a command of their own. */
const LONG = '{src,tools,db,examples,bench,interop/src}/**/*.{kill,property}.test.ts'
/** What asks the vendors of engines, by the operator's keys: each run costs money. */
const LIVE = 'src/features/citations/engines/*.live.test.ts'

const common = {
  setupFiles: ['src/testing/seed-properties.ts', 'db/postgres/testing/record-statements.ts'],
  // Whatever is waited for comes at once; a machine that does much else takes longer, and only what hangs needs a limit.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks' as const,
  // Files share a process, which loads the service once; each brings its own data, port and clock.
  isolate: false,
}

export default defineConfig({
  test: {
    globalSetup: [
      'src/testing/draw-seed.js',
      'src/testing/bundle-once.js',
      'src/testing/prepare-data.js',
      'db/postgres/testing/try-on-postgres.ts',
    ],
    // One more than the smallest machine that runs them all has cores: much of the time a test waits for a process or a socket.
    maxWorkers: 3,
    projects: [
      { test: { ...common, name: 'short', include: [TESTS], exclude: [LONG, BROWSER, LIVE] } },
      { test: { ...common, name: 'long', include: [LONG] } },
      { test: { ...common, name: 'browser', include: [BROWSER] } },
      { test: { ...common, name: 'live', include: [LIVE] } },
    ],
  },
})
