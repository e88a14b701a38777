import { createHash } from 'node:crypto'
import type { AskableEngine } from '../../../domain/citations/ask-engine.ts'
import { citationEngineNamed } from '../../../domain/citations/engine-named.ts'
import {
  CITATION_ENGINES,
  ENGINE_ADAPTERS,
  type CitationEngine,
} from '../../../domain/citations/engines.ts'
import { invalidField, ServiceError } from '../../../kernel/door/errors.ts'
import { checkEach } from '../../../kernel/door/every-refusal.ts'
import { SURFACES } from '../../../kernel/door/surface.ts'

const HOW = `PUT ${SURFACES.api.base}/org/engines/:engine takes a key of your own`

/** Reads names of engines in any spelling, each engine once. Throws VALIDATION_FAILED for a name that no engine has. */
export function readEngineNames(names: readonly string[], path: string): CitationEngine[] {
  const engines = new Set<CitationEngine>()
  checkEach(names, (name, i) => {
    const engine = citationEngineNamed(name)
    if (engine) {
      engines.add(engine)
      return
    }
    const known = CITATION_ENGINES.map((one) => ENGINE_ADAPTERS[one].label).join(', ')
    throw invalidField(
      `${path}[${i}]`,
      'unknown_engine',
      `Is no engine that can be asked; there are ${known}`,
    )
  })
  return [...engines]
}

/**
 * Returns the engines of a run: those that are named, or all except the fake one, whose answers are invented. Throws
 * VALIDATION_FAILED for a named engine that is not set up, and CONFLICT where no engine is named and only the fake one,
 * or no engine, is set up.
 */
export function chooseEngines(
  askable: readonly AskableEngine[],
  named: readonly CitationEngine[] | undefined,
): AskableEngine[] {
  if (!named) {
    const real = askable.filter(({ engine }) => engine !== 'fake')
    if (real.length > 0) return real
    throw new ServiceError('CONFLICT', `No engine is configured: ${HOW}`)
  }
  const chosen: AskableEngine[] = []
  checkEach(named, (engine, i) => {
    const found = askable.find((one) => one.engine === engine)
    if (found) {
      chosen.push(found)
      return
    }
    const { label } = ENGINE_ADAPTERS[engine]
    const remedy = engine === 'fake' ? 'the operator offers it by CITATIONS_FAKE=1' : HOW
    throw invalidField(`engines[${i}]`, 'not_configured', `${label} is not configured: ${remedy}`)
  })
  return chosen
}

/** True where the price of an engine is known. */
export const hasPrice = (engine: AskableEngine): boolean =>
  engine.costMicrosOf({ inputTokens: 1, outputTokens: 1, searches: 1 }) !== null

/** Throws VALIDATION_FAILED where a run has a limit of costs, and the price of an engine that it asks is not known. */
export function assertPriced(
  engines: readonly AskableEngine[],
  { maxCostMicros }: { maxCostMicros: number | null },
): void {
  const unpriced = maxCostMicros === null ? [] : engines.filter((engine) => !hasPrice(engine))
  if (unpriced.length === 0) return
  const named = unpriced.map(({ engine, model }) => `${ENGINE_ADAPTERS[engine].label} (${model})`)
  throw invalidField(
    'maxCostMicros',
    'price_unknown',
    `Cannot bound what the run costs, since no price is known of ${named.join(', ')}: leave out maxCostMicros, or name other engines by engines`,
  )
}

/**
 * Returns a text that stands for the engines, models and tools of a run: runs with different texts cannot be compared.
 */
export function engineSetOf(engines: readonly AskableEngine[]): string {
  const parts = engines.map(({ engine, adapter, model, setup }) => [engine, adapter, model, setup])
  const sorted = parts.map((part) => JSON.stringify(part)).toSorted()
  return createHash('sha256').update(sorted.join('\n')).digest('hex').slice(0, 16)
}
