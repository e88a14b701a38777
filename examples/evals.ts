/** Asks owners' questions: of a selector of tools, of the service over MCP, or with --live of a model. */
import { join } from 'node:path'
import { runLive } from './evals/live/run-live.ts'
import { pickPlainly, pickTools } from './evals/pick-tools.ts'
import { reportAnswers, reportPicks, reportPlainPicks } from './evals/report.ts'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function runOffline(): Promise<boolean> {
  const isPicked = reportPicks(pickTools(), print)
  const isPlainlyPicked = reportPlainPicks(pickPlainly(), print)
  // The service's threads start from the built bundle, which is named before the service is imported.
  process.env['TESTED_BUNDLE'] ??= join(import.meta.dirname, '../dist')
  const { startEvalService } = await import('./evals/data/start-eval-service.ts')
  const { askQuestions } = await import('./evals/ask-questions.ts')
  await using service = await startEvalService()
  return reportAnswers(await askQuestions(service), print) && isPicked && isPlainlyPicked
}

try {
  const isLive = process.argv.includes('--live')
  const passed = isLive
    ? await runLive(process.env, process.argv.slice(2), print)
    : await runOffline()
  process.exitCode = passed ? 0 : 1
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
