import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{src,tools,db,examples,bench}/**/*.test.ts'],
    globalSetup: 'src/testing/bundle-once.js',
    pool: 'forks',
    // One for each core of the smallest machine that runs them all; Vitest would leave one of two idle.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
