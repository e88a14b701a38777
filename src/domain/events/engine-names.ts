import { AI_SOURCES, engineId } from './ai-sources.ts'

const fold = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const KNOWN = new Set(AI_SOURCES.map(({ engine }) => engine))

/** Matches the endings of a folded operator's name that people leave out. */
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

/**
 * Finds the engines that a name means; for an unknown name returns that name in lower case, since events may name
 * engines before this list does.
 */
export function enginesMeant(text: string): readonly string[] {
  const engines = enginesNamed(text)
  return engines.length > 0 ? engines : [text.trim().toLowerCase()]
}

/** Finds the company that a name means, as answers write it; undefined for no known company. */
export function operatorNamed(text: string): string | undefined {
  const name = fold(text)
  if (name === '') return undefined
  const known = AI_SOURCES.find(
    ({ operator }) => fold(operator) === name || fold(operator).replace(LEGAL_FORM, '') === name,
  )
  return known?.operator
}
