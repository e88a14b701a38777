import {
  usesOf,
  type CompiledPhrases,
  type CompiledStep,
  type TermNode,
} from './compile-phrases.ts'
import type { Word } from './read-words.ts'
import type { WordRuleId } from './rules.ts'
import type { VocabularyKeys } from './vocabulary.ts'

/** A phrase that was found, from its first to its last word. */
export interface PhraseMatch {
  readonly rule: WordRuleId
  readonly firstWord: number
  readonly lastWord: number
}

/** An occurrence from word `start` to `end`, and a step that ended with word `before`. */
interface Following {
  previous: number
  before: number
  start: number
  end: number
}

/** Words are numbered on from text to text up to this. */
const MAX_COUNT = 2 ** 30

/**
 * Finds every phrase in one pass. Of each step only the latest place is kept, which is enough because gaps have an upper
 * limit only; so the work is at most words x (steps of the classes that a word belongs to), whatever the text.
 */
export class PhraseMatcher {
  private readonly phrases: CompiledPhrases
  /** By step: last word of its latest occurrence, and first word of the phrase that led to it. */
  private readonly stepEnds: Int32Array
  private readonly stepStarts: Int32Array
  private readonly classEnds: Int32Array
  /** By last word: steps (id, first word) and classes that count once the words up to it have been read. */
  private readonly pendingSteps: number[][]
  private readonly pendingClasses: number[][]
  private words: readonly Word[] = []
  /** Of each word, what it can be read as. */
  private entries: readonly VocabularyKeys[] = []
  /** What the first word counts as: what texts before this one left behind is lower, and so are their places. */
  private base = 1
  private found: PhraseMatch[] = []

  constructor(phrases: CompiledPhrases) {
    this.phrases = phrases
    this.stepEnds = new Int32Array(phrases.steps.length)
    this.stepStarts = new Int32Array(phrases.steps.length)
    this.classEnds = new Int32Array(phrases.classes.length)
    this.pendingSteps = Array.from({ length: phrases.maxTermWords }, () => [])
    this.pendingClasses = Array.from({ length: phrases.maxTermWords }, () => [])
  }

  find(words: readonly Word[]): readonly PhraseMatch[] {
    const { vocabulary, beginnings } = this.phrases
    this.words = words
    this.entries = words.map(({ text }) => vocabulary.keysOf(text))
    this.found = []
    for (let i = 0; i < words.length; i++) {
      for (const key of this.entries[i] ?? []) this.enter(beginnings[key], i, i)
      this.settle(i)
    }
    const { found } = this
    this.words = []
    this.entries = []
    this.found = []
    this.leave(words.length)
    return found
  }

  /** Makes everything that was kept of a text too old to count. */
  private leave(wordCount: number): void {
    this.base += wordCount + 1
    if (this.base < MAX_COUNT) return
    this.base = 1
    this.stepEnds.fill(0)
    this.classEnds.fill(0)
  }

  /** What ended with word `end` counts from here on. */
  private settle(end: number): void {
    const slot = end % this.pendingSteps.length
    const classes = this.pendingClasses[slot] ?? []
    const steps = this.pendingSteps[slot] ?? []
    for (const id of classes) this.classEnds[id] = this.base + end
    for (let i = 0; i < steps.length; i += 2) {
      const id = steps[i] ?? 0
      this.stepEnds[id] = this.base + end
      this.stepStarts[id] = steps[i + 1] ?? 0
    }
    if (classes.length > 0) this.pendingClasses[slot] = []
    if (steps.length > 0) this.pendingSteps[slot] = []
  }

  /** The term that the words from `start` to `end` are, and every longer one. */
  private enter(node: TermNode | undefined, start: number, end: number): void {
    if (node === undefined) return
    if (node.classes.length > 0) this.occur(node, start, end)
    if (node.next.size === 0) return
    for (const key of this.entries[end + 1] ?? []) {
      this.enter(node.next.get(key), start, end + 1)
    }
  }

  private occur(node: TermNode, start: number, end: number): void {
    const { watched, laterSteps, firstSteps } = usesOf(node, this.phrases)
    const pending = this.pendingClasses[end % this.pendingClasses.length] ?? []
    for (const id of watched) pending.push(id)
    for (let i = 0; i < laterSteps.length; i += 2) {
      const previous = laterSteps[i] ?? 0
      const before = (this.stepEnds[previous] ?? 0) - this.base
      if (before >= 0) this.follow(laterSteps[i + 1] ?? 0, { previous, before, start, end })
    }
    for (let i = 0; i < firstSteps.length; i++) {
      const id = firstSteps[i] ?? 0
      const step = this.phrases.steps[id]
      if (step && this.isAllowed(step, start)) this.reach(id, step, start, end)
    }
  }

  private follow(id: number, { previous, before, start, end }: Following): void {
    const step = this.phrases.steps[id]
    if (step && this.isInReach(step, before, start) && this.isAllowed(step, start)) {
      this.reach(id, step, this.stepStarts[previous] ?? start, end)
    }
  }

  private reach(id: number, { breaks }: CompiledStep, firstWord: number, lastWord: number): void {
    if (breaks !== undefined) this.found.push({ rule: breaks, firstWord, lastWord })
    else this.pendingSteps[lastWord % this.pendingSteps.length]?.push(id, firstWord)
  }

  private isInReach(step: CompiledStep, before: number, start: number): boolean {
    // Words that follow each other follow each other across any punctuation: it may be there as a disguise.
    if (step.maxGap === 0) return before === start - 1
    if (start - before - 1 > step.maxGap) return false
    if (this.distance(before, start) - 1 > step.maxGap) return false
    return step.barred < 0 || (this.classEnds[step.barred] ?? 0) - this.base <= before
  }

  private isAllowed({ connector, guard, guardReach }: CompiledStep, start: number): boolean {
    if (connector >= 0 && !this.startsCommand(connector, start)) return false
    if (guard < 0) return true
    const end = (this.classEnds[guard] ?? 0) - this.base
    return end < 0 || this.distance(end, start) > guardReach
  }

  private startsCommand(connector: number, start: number): boolean {
    if (this.words[start]?.startsClause === true) return true
    return start > 0 && (this.classEnds[connector] ?? 0) - this.base === start - 1
  }

  private distance(from: number, to: number): number {
    return (this.words[to]?.place ?? 0) - (this.words[from]?.place ?? 0)
  }
}
