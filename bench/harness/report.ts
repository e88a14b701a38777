import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Settings } from '../settings.ts'
import type { RoundsByName } from './measure.ts'
import { progress } from './progress.ts'
import { verdictOn, type Ratio } from './ratios.ts'
import { median } from './statistics.ts'

const MEGABYTE = 1024 * 1024

export function print(line = ''): void {
  progress.clear()
  process.stdout.write(`${line}\n`)
}

export function printMachine(settings: Settings): void {
  const load = loadavg()[0]?.toFixed(2)
  print(
    `node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, load ${load}`,
  )
  print(
    `${settings.rounds} interleaved rounds of ${settings.requests} requests on ${settings.connections} connections, ${settings.warmup} to warm up`,
  )
}

/** Medians of the rounds, a line for each variant. */
export function printRounds(roundsByName: RoundsByName): void {
  const rows = [...roundsByName].map(([name, rounds]) => [
    name,
    median(rounds.map((round) => round.cpuMicros)).toFixed(1),
    median(rounds.map((round) => round.requestsPerSecond)).toFixed(0),
    median(rounds.map((round) => round.p50Ms)).toFixed(2),
    median(rounds.map((round) => round.p99Ms)).toFixed(2),
    median(rounds.map((round) => round.bodyBytes)).toFixed(0),
    ((rounds.at(-1)?.rssBytes ?? Number.NaN) / MEGABYTE).toFixed(0),
  ])
  printTable(['variant', 'CPU µs', 'req/s', 'p50 ms', 'p99 ms', 'body B', 'RSS MB'], rows)
}

export function printRatios(ratios: readonly Ratio[]): void {
  const rows = ratios.map((ratio) => [
    ratio.label,
    ratio.median.toFixed(3),
    ratio.min.toFixed(3),
    ratio.max.toFixed(3),
    ratio.limit?.words ?? '-',
    verdictOn(ratio.median, ratio.limit),
  ])
  printTable(['ratio', 'median', 'min', 'max', 'limit', 'verdict'], rows)
}

/** Prints a table with its first column to the left, and the others to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, ...rows]
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  for (const line of lines) {
    const cells = widths.map((width, column) => pad(line[column] ?? '', width, column))
    print(cells.join('  ').trimEnd())
  }
}

function pad(text: string, width: number, column: number): string {
  return column === 0 ? text.padEnd(width) : text.padStart(width)
}
