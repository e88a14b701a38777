import { foldText } from './fold-text.ts'
import { readWords } from './read-words.ts'

/** The words of one term; `remember*` stands for every word with that prefix. */
export type TermWords = readonly string[]

/** One step of a phrase: a term, and its position relative to the step before. */
export interface PhraseStep {
  /** Names of the classes (`<keep>`) that match this step. */
  readonly classes: readonly string[]
  readonly literals: readonly TermWords[]
  /** The most words between this step and the one before. */
  readonly maxGap: number
  /** The fewest words between this step and the one before. */
  readonly minGap: number
  /** The name of the class whose words may not stand between this step and the one before. */
  readonly barred: string | undefined
  readonly isCommand: boolean
  /** True when a clause must end behind this step. */
  readonly isLast: boolean
  readonly guard: { readonly name: string; readonly reach: number } | undefined
}

const DEFAULT_GAP = 4
const NAME_GAP = 5
const NEAR = 2
const FAR = 8
const PLAIN_TERM = /^@?[a-z0-9]+\*?$/
const NAME_BARS = 'plain'
const GAP = /^\.\.(\d*)(?:\/(\w+))?$/

/** Expands a phrase of the rules into the sequences of steps that it stands for. */
export const parsePhrase = (phrase: string): PhraseStep[][] => sequences(phrase.trim().split(/\s+/))

/** Parses the entries of a class, which have commas between them. */
export function parseTerms(entries: string): TermWords[] {
  return entries
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .flatMap((entry) => combine(entry.split(/\s+/).map(alternatives)))
}

function sequences(items: readonly string[]): PhraseStep[][] {
  const optional = items.findIndex((item) => /[^ ]\?$/.test(item))
  if (optional < 0) return [steps(items)]
  const without = items.toSpliced(optional, 1)
  const withIt = items.toSpliced(optional, 1, (items[optional] ?? '').slice(0, -1))
  return [...sequences(without), ...sequences(withIt)]
}

function steps(items: readonly string[]): PhraseStep[] {
  const found: PhraseStep[] = []
  let maxGap = 0
  let minGap = 0
  let barred: string | undefined
  let guard: PhraseStep['guard']
  for (const item of items) {
    const gap = GAP.exec(item)
    if (gap !== null) {
      maxGap = gap[1] === '' ? DEFAULT_GAP : Number(gap[1])
      barred = gap[2]
    } else if (item === '__' || item === '__+') {
      maxGap = NAME_GAP
      minGap = item === '__' ? 0 : 1
      barred = NAME_BARS
    } else if (item.startsWith('!')) {
      guard = { name: item.replace(/[!<>]/g, ''), reach: item.startsWith('!!') ? FAR : NEAR }
    } else {
      found.push({
        ...termOf(item.replace(/^\^|\$$/g, '')),
        maxGap,
        minGap,
        barred,
        guard,
        isCommand: item.startsWith('^'),
        isLast: item.endsWith('$'),
      })
      maxGap = 0
      minGap = 0
      barred = undefined
      guard = undefined
    }
  }
  return found
}

function termOf(term: string): Pick<PhraseStep, 'classes' | 'literals'> {
  const classes = [...term.matchAll(/<([^>]+)>/g)].flatMap(([, names = '']) => names.split('|'))
  const words = term.replace(/<[^>]+>/g, '').replace(/^\|/, '')
  return { classes, literals: words === '' ? [] : alternatives(words) }
}

/** Expands `(word|two_words)?` into lists of words; one of them is empty when a `?` makes the words optional. */
function alternatives(item: string): TermWords[] {
  const isOptional = item.endsWith('?')
  const choices = (isOptional ? item.slice(0, -1) : item).split('|').map(termWords)
  return isOptional ? [...choices, []] : choices
}

function termWords(term: string): TermWords {
  // Most terms are one plain word, which folding would not change.
  if (PLAIN_TERM.test(term)) return [term]
  const isPrefix = term.endsWith('*')
  const words = readWords(foldText(term.replaceAll('_', ' ').replace(/\*$/, '')), false)
  return words.map(({ text }, i) => (isPrefix && i === words.length - 1 ? `${text}*` : text))
}

function combine(choices: readonly TermWords[][]): TermWords[] {
  return choices.reduce<TermWords[]>(
    (combined, next) => combined.flatMap((one) => next.map((words) => [...one, ...words])),
    [[]],
  )
}
