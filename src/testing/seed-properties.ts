// Vitest loads this ahead of each file of tests: no property need name the seed of the run.
import { configureGlobal } from 'fast-check'
import { SEED } from './seed.ts'

configureGlobal({ seed: SEED })
