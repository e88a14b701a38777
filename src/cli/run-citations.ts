import { CitationRun } from '../features/citations/runs/run.ts'
import { getRun } from '../features/citations/runs/get-run.ts'
import { startRun } from '../features/citations/runs/start-run.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { CliError } from './cli-error.ts'
import type { CommandInput, CommandResult, RunCommand } from './command.ts'
import { findSiteOf } from './find-site-of.ts'
import { withOperator, type Operator } from './operator.ts'
import { ProgressBar } from './progress-bar.ts'
import { showableLine } from './showable-text.ts'
import { textTable } from './text-table.ts'

const MICROS = 1_000_000

/** Asks engines the queries of a site. It shows the progress, and at the end a line for each engine. */
export const runCitationsCommand: RunCommand = ({
  options,
  flags,
  lists,
  positionals: [target = ''],
}) => {
  const wanted = readWanted({ options, lists })
  return withOperator(options, async (operator, services, config) => {
    const site = await findSiteOf(operator, target, config.databaseFile)
    const asked = { siteId: site.row.id, ...wanted }
    const run = CitationRun.parse(await operator.call(startRun, asked))
    // A server on the same database may claim the run instead; the job's lease keeps the two apart.
    await services.startJobs({ isAlone: false })
    const ended = await watch(operator, run, !flags.has('json'))
    return tellEnd(site.row.domain, ended)
  })
}

function readWanted({ options, lists }: Pick<CommandInput, 'options' | 'lists'>) {
  const { engine: engines, tag: tags } = lists
  const { replicas, 'max-cost': maxCost } = options
  if (replicas !== undefined && !/^[1-5]$/.test(replicas)) {
    throw new CliError('--replicas must be a number from 1 to 5')
  }
  if (maxCost !== undefined && !/^\d{1,5}(?:\.\d{1,6})?$/.test(maxCost)) {
    throw new CliError('--max-cost must be US dollars, such as 2.50')
  }
  return {
    ...(engines && { engines }),
    ...(tags && { tags }),
    ...(replicas !== undefined && { replicas: Number(replicas) }),
    ...(maxCost !== undefined && { maxCostMicros: Math.round(Number(maxCost) * MICROS) }),
  }
}

async function watch(
  operator: Operator,
  { id: runId, siteId }: CitationRun,
  isShown: boolean,
): Promise<CitationRun> {
  const bar = new ProgressBar(isShown ? process.stderr : undefined)
  const stop = new AbortController()
  let run: CitationRun | undefined
  try {
    for await (const { data } of await operator.watch(getRun, { siteId, runId }, stop.signal)) {
      run = CitationRun.parse(data)
      const { planned, done, answered, cited, failed } = run.progress
      bar.show(
        done,
        planned,
        `${pluralize(answered, 'answer')}, ${cited} cite the site, ${failed} failed`,
      )
    }
  } finally {
    bar.end()
  }
  if (!run) throw new CliError('The run is gone: its site was deleted')
  return run
}

function tellEnd(domain: string, run: CitationRun): CommandResult {
  const { state, error, progress, warnings, creditsSpent } = run
  const lines = [
    `Run ${run.id} of ${domain} ${state}: ${progress.done} of ${pluralize(progress.planned, 'check')} made.`,
    ...(error ? [`${showableLine(error.message)} (${error.code})`] : []),
    engineTable(run),
    ...(run.fake ? ['The engine fake invents its answers; its numbers say nothing.'] : []),
    ...warnings.map(({ code, count }) => `  ${code} ${count}${WARNING_WORDS[code] ?? ''}`),
    `Credits: ${creditsSpent ?? 0}`,
  ]
  return { data: run, text: lines.join('\n'), failed: state === 'failed' }
}

/** The words for warnings, by name, that add what the name does not say. */
const WARNING_WORDS: Readonly<Record<string, string>> = {
  COST_UNKNOWN: ' answers without a known cost: the vendors charge more than is told here',
  ENGINE_CHANGED:
    ' checks of engines that are set up otherwise where the run was made: give a server on the same data the same settings',
}

/** Writes the cost of an engine's answers. Where some costs are unknown, the sum is the least that is charged. */
function costText({ costMicros, costUnknown }: CitationRun['engines'][number]): string {
  if (costMicros === null) return 'not known'
  const dollars = (costMicros / MICROS).toFixed(4)
  return costUnknown > 0 ? `at least ${dollars}` : dollars
}

const engineTable = ({ engines }: CitationRun): string =>
  textTable(
    ['engine', 'model', 'checks', 'answers', 'cited', 'mentioned', 'failed', 'skipped', 'US$'],
    engines.map((engine) => [
      engine.label,
      engine.model,
      String(engine.done),
      String(engine.answered),
      shareOf(engine.cited, engine.answered),
      shareOf(engine.mentioned, engine.answered),
      String(engine.failed),
      String(engine.skipped),
      costText(engine),
    ]),
  )

const shareOf = (part: number, of: number): string =>
  of === 0 ? '0' : `${part} (${Math.round((100 * part) / of)} %)`
