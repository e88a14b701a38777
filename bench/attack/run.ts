/**
 * Attacks the built service as an attacker outside would, and says which promises were held; see
 * bench/attack/README.md.
 */
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { progress } from '../harness/progress.ts'
import { print, printTable } from '../harness/report.ts'
import { buildProduct } from '../product/cli.ts'
import { Attack, LIGHT_P99_MS, LIGHT_WORST_MS } from './attack.ts'
import { CASES, type AttackCase } from './cases/index.ts'
import { LightCaller } from './light-caller.ts'

const USAGE = `npm run attack [-- [--short] [CASE ...]]\nCases: ${CASES.map(({ name }) => name).join(', ')}\n`
/** A case that takes longer than this hangs. */
const CASE_LIMIT_MS = 15 * 60_000

interface Settings {
  isShort: boolean
  cases: readonly AttackCase[]
}

function parseSettings(args: readonly string[]): Settings {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { short: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const unknown = positionals.find((name) => !CASES.some((one) => one.name === name))
  if (unknown !== undefined) throw new TypeError(`There is no case ${unknown}`)
  const chosen = CASES.filter(({ name }) => positionals.includes(name))
  return { isShort: values.short, cases: chosen.length > 0 ? chosen : CASES }
}

/** Returns whether every promise was held. */
async function run({ isShort, cases }: Settings): Promise<boolean> {
  progress.begin('builds')
  await buildProduct()
  const directory = await mkdtemp(join(tmpdir(), 'citable-attack-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  using lightCaller = new LightCaller()
  let isHeld = true
  const rows: string[][] = []
  for (const { name, run: runCase } of cases) {
    progress.begin(name)
    const own = join(directory, name)
    await mkdir(own)
    await using attack = new Attack({ isShort, directory: own, lightCaller })
    await withinLimit(name, runCase(attack))
    for (const finding of attack.findings) {
      isHeld &&= finding.isHeld
      print(
        `${finding.isHeld ? 'held  ' : 'BROKEN'} ${name}: ${finding.promise}${finding.saw && ` (${finding.saw})`}`,
      )
    }
    for (const { label, longestHoldMs, healthWorstMs, p99Ms, worstMs } of attack.attempts) {
      const isQuick = p99Ms <= LIGHT_P99_MS && worstMs <= LIGHT_WORST_MS
      // Milliseconds belong to an idle machine, which the short form does not ask for.
      if (!isShort) isHeld &&= isQuick
      const figures = [longestHoldMs, healthWorstMs, p99Ms, worstMs].map((ms) => ms.toFixed(1))
      rows.push([`${name}: ${label}`, ...figures, isQuick ? 'held' : isShort ? '-' : 'BROKEN'])
    }
  }
  print()
  printTable(
    ['in the meantime, ms', 'longest hold', 'health worst', 'light p99', 'worst', 'verdict'],
    rows,
  )
  return isHeld
}

async function withinLimit(name: string, running: Promise<void>): Promise<void> {
  let cut: NodeJS.Timeout | undefined
  const hung = new Promise<never>((_, reject) => {
    cut = setTimeout(() => reject(new Error(`${name} hangs`)), CASE_LIMIT_MS)
  })
  try {
    await Promise.race([running, hung])
  } finally {
    clearTimeout(cut)
  }
}

// @NOTE 'exit' handlers end the servers and remove the files; a signal alone would skip them.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

try {
  const isHeld = await run(parseSettings(process.argv.slice(2)))
  print(isHeld ? '\nEvery promise was held.' : '\nA promise was broken.')
  print(`It took ${progress.elapsed}.`)
  process.exitCode = isHeld ? 0 : 1
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${reason}\n${error instanceof TypeError ? `\n${USAGE}` : ''}`)
  process.exitCode = 2
}
