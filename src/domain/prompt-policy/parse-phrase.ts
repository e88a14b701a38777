import { foldText } from './fold-text.ts'
import { readWords } from './read-words.ts'

/** Words of one term; `remember*` stands for every word that begins so. */
export type TermWords = readonly string[]

/** One step of a phrase: a term, and how it may stand to what is before it. */
export interface PhraseStep {
  /** Names of classes (`<keep>`), or a list of words that stands for itself. */
  readonly classes: readonly string[]
  readonly literals: readonly TermWords[]
  /** Words that may stand between this step and the one before. */
  readonly maxGap: number
  /** Words that must stand there. */
  readonly minGap: number
  /** Class of words that may not be among these. */
  readonly barred: string | undefined
  readonly isCommand: boolean
  /** Whether a clause must end with it. */
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
const EITHER_ORDER = /^&(\d*)$/

/** Reads a phrase of a language file into the sequences that it stands for. */
export function parsePhrase(phrase: string): PhraseStep[][] {
  const items = phrase.trim().split(/\s+/)
  const middle = items.findIndex((item) => EITHER_ORDER.test(item))
  if (middle < 0) return sequences(items)
  const distance = EITHER_ORDER.exec(items[middle] ?? '')?.[1]
  const gap = `..${distance === undefined || distance === '' ? FAR : distance}`
  const [left, right] = [items.slice(0, middle), items.slice(middle + 1)]
  return [...sequences([...left, gap, ...right]), ...sequences([...right, gap, ...left])]
}

/** Reads a class: entries with commas between. */
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

/** `(word|two_words)?` as lists of words; the empty list where it may be missing. */
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
