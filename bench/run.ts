/** The benchmark: prints ratios against baselines of the same run; see bench/README.md. */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleBaselines, type Baselines } from './harness/bundle-baselines.ts'
import { progress } from './harness/progress.ts'
import { print, printMachine } from './harness/report.ts'
import { buildProduct } from './product/cli.ts'
import { parseSettings, USAGE, expectedDuration, type Settings, type Suite } from './settings.ts'
import { runAppSuite } from './suites/run-app-suite.ts'
import { runAnalyticsSuite } from './suites/run-analytics-suite.ts'
import { runCitationsSuite } from './suites/run-citations-suite.ts'
import { runCollectSuite } from './suites/run-collect-suite.ts'
import { runExportSuite } from './suites/run-export-suite.ts'
import { runHeavySuite } from './suites/run-heavy-suite.ts'
import { runMainTextSuite } from './suites/run-main-text-suite.ts'
import { runMcpSuite } from './suites/run-mcp-suite.ts'
import { runPageRanksSuite } from './suites/run-page-ranks-suite.ts'
import { runPageTypesSuite } from './suites/run-page-types-suite.ts'
import { runProtocolSuite } from './suites/run-protocol-suite.ts'
import { runRestSuite } from './suites/run-rest-suite.ts'
import { runRetrievalSuite } from './suites/run-retrieval-suite.ts'
import { runRulesSuite } from './suites/run-rules-suite.ts'
import { runScanSuite } from './suites/run-scan-suite.ts'
import { runSearchSuite } from './suites/run-search-suite.ts'
import { runStartSuite } from './suites/run-start-suite.ts'
import { runWebhooksSuite } from './suites/run-webhooks-suite.ts'
import { runWidgetSuite } from './suites/run-widget-suite.ts'

type RunSuite = (baselines: Baselines, directory: string, settings: Settings) => Promise<boolean>

const RUN_BY_SUITE: Record<Suite, RunSuite> = {
  mcp: runMcpSuite,
  rest: runRestSuite,
  collect: runCollectSuite,
  start: runStartSuite,
  analytics: runAnalyticsSuite,
  heavy: runHeavySuite,
  export: runExportSuite,
  scan: runScanSuite,
  retrieval: runRetrievalSuite,
  search: runSearchSuite,
  rules: runRulesSuite,
  protocol: runProtocolSuite,
  webhooks: runWebhooksSuite,
  citations: runCitationsSuite,
  widget: runWidgetSuite,
  app: runAppSuite,
  'page-ranks': runPageRanksSuite,
  'page-types': runPageTypesSuite,
  'main-text': runMainTextSuite,
}

/** Returns whether every limit was met. */
async function run(settings: Settings): Promise<boolean> {
  progress.begin(`${settings.suites.join(', ')}: ${expectedDuration(settings)}`)
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
