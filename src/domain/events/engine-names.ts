import { AI_SOURCES, engineId } from './ai-sources.ts'

const fold = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const KNOWN = new Set(AI_SOURCES.map(({ engine }) => engine))

/** The endings of an operator's name that people leave out. */
const LEGAL_FORM = /(?:ai|inc|com)$/

/**
 * Finds the engines that a name means: one by its id, product or host (`ChatGPT`, `chatgpt.com`), or all of a company
 * (`Google`). None for a name that no known engine has.
 */
export function enginesNamed(text: string): readonly string[] {
  const name = text.trim().slice(0, 253)
  const id = engineId(name.replace(/^https?:\/\//i, '').replace(/\/.*$/, ''))
  const byOperator = operatorNamed(name)
  if (byOperator !== undefined) {
    const engines = AI_SOURCES.filter(({ operator }) => operator === byOperator)
    // If a product has the name of its company, the name means that product alone.
    const own = engines.find(({ engine, label }) => [engine, fold(label)].includes(fold(name)))
    return own ? [own.engine] : engines.map(({ engine }) => engine)
  }
  return id !== undefined && KNOWN.has(id) ? [id] : []
}

/** Finds the engines that a name means, or the name as an id, since engines are seen before this list knows them. */
export function enginesMeant(text: string): readonly string[] {
  const engines = enginesNamed(text)
  return engines.length > 0 ? engines : [text.trim().toLowerCase()]
}

/** Finds the company of a name, as answers write it. */
export function operatorNamed(text: string): string | undefined {
  const name = fold(text)
  if (name === '') return undefined
  const known = AI_SOURCES.find(
    ({ operator }) => fold(operator) === name || fold(operator).replace(LEGAL_FORM, '') === name,
  )
  return known?.operator
}
