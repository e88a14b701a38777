/** The benchmark: prints ratios against baselines of the same run; see bench/README.md. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleBaselines, type Baselines } from './harness/bundle-baselines.ts'
import { progress } from './harness/progress.ts'
import { print, printMachine } from './harness/report.ts'
import { buildProduct } from './product/cli.ts'
import { parseSettings, USAGE, usualDuration, type Settings, type Suite } from './settings.ts'
import { runAnalytics } from './suites/run-analytics.ts'
import { runCollect } from './suites/run-collect.ts'
import { runExport } from './suites/run-export.ts'
import { runHeavy } from './suites/run-heavy.ts'
import { runMcp } from './suites/run-mcp.ts'
import { runRetrieval } from './suites/run-retrieval.ts'
import { runRules } from './suites/run-rules.ts'
import { runScan } from './suites/run-scan.ts'
import { runStart } from './suites/run-start.ts'

type RunSuite = (baselines: Baselines, directory: string, settings: Settings) => Promise<boolean>

const RUN_BY_SUITE: Record<Suite, RunSuite> = {
  mcp: runMcp,
  collect: runCollect,
  start: runStart,
  analytics: runAnalytics,
  heavy: runHeavy,
  export: runExport,
  scan: runScan,
  retrieval: runRetrieval,
  rules: runRules,
}

/** Answers whether every limit was met. */
async function run(settings: Settings): Promise<boolean> {
  progress.begin(`${settings.suites.join(', ')}: ${usualDuration(settings)}`)
  if (!settings.baselinesOnly) await buildProduct()
  const directory = await mkdtemp(join(tmpdir(), 'citable-bench-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  const baselines = await bundleBaselines(directory)
  printMachine(settings)
  let passed = true
  for (const suite of settings.suites) {
    const withinLimits = await RUN_BY_SUITE[suite](baselines, directory, settings)
    passed &&= withinLimits
  }
  return passed
}

// @NOTE 'exit' handlers end the servers and remove the files; a signal alone would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  const settings = parseSettings(process.argv.slice(2))
  const passed = await run(settings)
  if (!settings.baselinesOnly) print(passed ? '\nEvery limit was met.' : '\nA limit was not met.')
  print(`It took ${progress.elapsed}.`)
  process.exitCode = passed ? 0 : 1
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${reason}\n${error instanceof TypeError ? `\n${USAGE}` : ''}`)
  process.exitCode = 2
}
