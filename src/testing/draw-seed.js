import { randomInt } from 'node:crypto'

/** Vitest calls this once a run: each run draws other samples, and the number that it prints repeats them. */
export function setup() {
  process.env.TEST_SEED ??= String(randomInt(2 ** 31))
  process.stderr.write(`Samples are drawn with TEST_SEED=${process.env.TEST_SEED}\n`)
}
