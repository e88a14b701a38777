/** Asks owners' questions: of a selector of tools, of the service over MCP, or with --live of a model. */
import { join } from 'node:path'
import { JOINED_SERVERS } from './evals/catalogue.ts'
import { runLive } from './evals/live/run-live.ts'
import { pickPlainly, pickTools } from './evals/pick-tools.ts'
import { reportAnswers, reportJoined, reportPicks, reportPlainPicks } from './evals/report.ts'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

async function runOffline(): Promise<boolean> {
  const isPicked = reportPicks(pickTools(), print)
  const isPlainlyPicked = reportPlainPicks(pickPlainly(), print)
  const joined = {
    picked: pickTools(JOINED_SERVERS),
    plainly: pickPlainly(JOINED_SERVERS),
  }
  const isJoinedPicked = reportJoined(joined, print)
  // The service's threads start from the built bundle, which is named before the service is imported.
  process.env['TESTED_BUNDLE'] ??= join(import.meta.dirname, '../dist')
  const { startEvalService } = await import('./evals/data/start-eval-service.ts')
  const { askQuestions } = await import('./evals/ask-questions.ts')
  await using service = await startEvalService()
  const isAnswered = reportAnswers(await askQuestions(service), print)
  return isAnswered && isPicked && isPlainlyPicked && isJoinedPicked
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
