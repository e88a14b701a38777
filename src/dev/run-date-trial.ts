import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../lib/time/clock.ts'
import { instantOf, type DateTrial } from './date-trials.ts'

export interface Outcome {
  /** The number of tests, and how many of them failed or were skipped. */
  tests: string
  /** The fault of the trial; undefined where all tests passed, on the date of the trial. */
  fault?: string
}

/** The fields that are read of vitest's JSON report. Its times are those of its own clock, in epoch milliseconds. */
export interface Report {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  startTime: number
  /** One entry for each file, by the clock of the worker that ran it. */
  testResults: readonly { name: string; startTime: number }[]
}

const SECOND_MS = 1_000

/** A faked clock may be this far off: the start of a process on a busy machine takes as long. */
const TOLERANCE_MS = 60 * SECOND_MS

/** Runs the suite once, where and when the trial says. */
export function runTrial(trial: DateTrial, vitestArguments: readonly string[]): Outcome {
  const place = probeFault(trial)
  if (place !== undefined) return { tests: '0', fault: place }
  const folder = mkdtempSync(join(tmpdir(), 'citable-dates-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=json', `--outputFile.json=${file}`]
  const isQuiet = !vitestArguments.some((argument) => argument.startsWith('--reporter'))
  if (isQuiet) reporters.push('--reporter=default')
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...vitestArguments]
  try {
    const startedAtMs = performance.now()
    const { status } = spawnFaked(trial, vitest, 'inherit')
    const tookMs = performance.now() - startedAtMs
    if (!existsSync(file)) return { tests: '0', fault: 'vitest ended without a report' }
    // @NOTE vitest's own format, of which three fields are read.
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const fault =
      clockFault(report, instantOf(trial), tookMs) ?? (status === 0 ? undefined : 'failed')
    return { tests: countsOf(report), ...(fault !== undefined && { fault }) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Looks at the clock, zone and locale that a process of the trial has, before ten minutes are spent on another date. */
function probeFault(trial: DateTrial): string | undefined {
  const script =
    'const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions(); console.log(JSON.stringify([+new Date(), timeZone, locale]))'
  const { stdout } = spawnFaked(trial, ['-e', script], 'pipe')
  const [nowMs, zone, locale] = JSON.parse(stdout) as [number, string, string]
  const wanted = trial.locale === 'C' ? 'en-US' : trial.locale.slice(0, 5).replace('_', '-')
  if (zone !== trial.zone) return `the zone of a process is ${zone}`
  if (locale !== wanted) return `the locale of a process is ${locale}`
  return offFault('a process', nowMs, [instantOf(trial), 0])
}

/**
 * Returns undefined where vitest and each of its workers lived from the wanted moment on for as long as the run took.
 */
export function clockFault(report: Report, atMs: number, tookMs: number): string | undefined {
  const clocks = [{ name: 'vitest', startTime: report.startTime }, ...report.testResults]
  return clocks
    .map(({ name, startTime }) => offFault(name, startTime, [atMs, tookMs]))
    .find((fault) => fault !== undefined)
}

function offFault(
  whose: string,
  clockMs: number,
  [atMs, tookMs]: [number, number],
): string | undefined {
  if (clockMs >= atMs - TOLERANCE_MS && clockMs <= atMs + tookMs + TOLERANCE_MS) return undefined
  const [is, wanted] = [clockMs, atMs].map((ms) => new Date(ms).toISOString())
  return `faketime has no effect: the clock of ${whose} said ${is} instead of ${wanted}`
}

/**
 * Runs Node under `faketime`, by a distance from the system's clock: each process that is started would read an
 * absolute date again, in its own zone. Monotonic time is left alone, because timers would hang otherwise.
 */
function spawnFaked(trial: DateTrial, nodeArguments: readonly string[], stdio: 'inherit' | 'pipe') {
  const seconds = Math.round((instantOf(trial) - systemClock()) / SECOND_MS)
  const distance = `${seconds < 0 ? '' : '+'}${seconds}s`
  const run = spawnSync('faketime', ['-f', distance, process.execPath, ...nodeArguments], {
    env: environmentOf(trial),
    stdio: ['ignore', stdio, 'inherit'],
    encoding: 'utf8',
  })
  if (run.error) throw new Error('This needs faketime (apt install faketime)', { cause: run.error })
  return run
}

/** Sets the locale by `LANG` alone: shells complain of an `LC_ALL` that is not installed, where ICU needs nothing. */
function environmentOf({ zone, locale }: DateTrial): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^(?:LC_|LANGUAGE)/.test(name))
  return {
    ...Object.fromEntries(others),
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    TZ: zone,
    LANG: locale,
  }
}

const countsOf = ({ numTotalTests, numPassedTests, numFailedTests }: Report): string => {
  const skipped = numTotalTests - numPassedTests - numFailedTests
  const parts = [`${numPassedTests} passed`]
  if (numFailedTests > 0) parts.push(`${numFailedTests} failed`)
  if (skipped > 0) parts.push(`${skipped} skipped`)
  return parts.join(', ')
}
