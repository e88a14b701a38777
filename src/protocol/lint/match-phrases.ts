import {
  usesOf,
  type CompiledPhrases,
  type CompiledStep,
  type TermNode,
  type TermUses,
} from './compile-phrases.ts'
import type { WordToken } from './read-words.ts'
import type { WordRuleId } from './rules.ts'
import type { Alias } from './entities.ts'
import type { VocabularyKeys } from './vocabulary.ts'

/** A phrase found in a text, from its first to its last word. */
export interface PhraseMatch {
  readonly rule: WordRuleId
  readonly firstWord: number
  readonly lastWord: number
}

/** The highest number of a word. Numbers continue from text to text up to it; then everything is reset. */
const MAX_COUNT = 2 ** 30
/** The interval, in words, at which steps are dropped that no phrase can reach any more. */
const CLOSING_WORDS = 16

/**
 * Finds every phrase of the rules in one pass over a text. Only the latest occurrence of each step is kept, which
 * suffices because gaps have only an upper limit. The work is at most words x (steps of the classes of a word), for any
 * text.
 */
export class PhraseMatcher {
  readonly phrases: CompiledPhrases
  /**
   * The last word of each step's latest occurrence, by step id; the array after it has the first word of the phrase
   * that led to it.
   */
  private readonly stepEnds: Int32Array
  private readonly stepStarts: Int32Array
  private readonly classEnds: Int32Array
  /**
   * The steps (id, first word) and classes that take effect once the words up to one have been read, indexed by that
   * word.
   */
  private readonly pendingSteps: number[][]
  private readonly pendingClasses: number[][]
  private words: readonly WordToken[] = []
  /** The vocabulary keys of each word of the text. */
  private entries: readonly VocabularyKeys[] = []
  /**
   * Number of the first word of this text. Everything kept from earlier texts has lower numbers, so it no longer
   * counts.
   */
  private base = 1
  private found: PhraseMatch[] = []
  /** The ids of the steps that were reached recently: only these can be continued. */
  private open: number[] = []
  private readonly isOpen: Uint8Array

  constructor(phrases: CompiledPhrases) {
    this.phrases = phrases
    this.stepEnds = new Int32Array(phrases.steps.length)
    this.stepStarts = new Int32Array(phrases.steps.length)
    this.classEnds = new Int32Array(phrases.classes.length)
    this.isOpen = new Uint8Array(phrases.steps.length)
    this.pendingSteps = Array.from({ length: phrases.maxTermWords }, () => [])
    this.pendingClasses = Array.from({ length: phrases.maxTermWords }, () => [])
  }

  /** Finds the phrases in a text; `aliases` has the name or address that each word is, where it is one. */
  find(
    words: readonly WordToken[],
    aliases: readonly (Alias | undefined)[] = [],
  ): readonly PhraseMatch[] {
    const { vocabulary, beginnings } = this.phrases
    this.words = words
    this.entries = words.map(({ text }) => vocabulary.keysOf(text))
    this.found = []
    for (let i = 0; i < words.length; i++) {
      for (const key of this.entries[i] ?? []) this.matchTerms(beginnings[key], i, i)
      this.enterAlias(aliases[i], i)
      this.commitPending(i)
      if (i % CLOSING_WORDS === 0) this.closeSteps(i)
    }
    const { found } = this
    this.words = []
    this.entries = []
    this.found = []
    this.closeSteps(Number.POSITIVE_INFINITY)
    this.expireText(words.length)
    return found
  }

  /** Drops the steps that no phrase can continue any more. */
  private closeSteps(place: number): void {
    const { maxGap } = this.phrases
    this.open = this.open.filter((id) => {
      const isNear = place - ((this.stepEnds[id] ?? 0) - this.base) <= maxGap + 1
      if (!isNear) this.isOpen[id] = 0
      return isNear
    })
  }

  /** Enters the kind of a name or an address, which matches by its kind as well as by its words. */
  private enterAlias(alias: Alias | undefined, i: number): void {
    if (alias === undefined || alias.words > this.pendingSteps.length) return
    for (const key of this.phrases.vocabulary.keysOf(alias.text)) {
      this.matchTerms(this.phrases.beginnings[key], i, i + alias.words - 1)
    }
  }

  /** Ends a text: its words are numbered below those of the next text, so that nothing that was kept of it counts. */
  private expireText(wordCount: number): void {
    this.base += wordCount + 1
    if (this.base < MAX_COUNT) return
    this.base = 1
    this.stepEnds.fill(0)
    this.classEnds.fill(0)
  }

  /** Makes the steps and classes that ended with word `end` available to later words. */
  private commitPending(end: number): void {
    const slot = end % this.pendingSteps.length
    const classes = this.pendingClasses[slot] ?? []
    const steps = this.pendingSteps[slot] ?? []
    for (const id of classes) this.classEnds[id] = this.base + end
    for (let i = 0; i < steps.length; i += 2) {
      const id = steps[i] ?? 0
      this.stepEnds[id] = this.base + end
      this.stepStarts[id] = steps[i + 1] ?? 0
      if (this.isOpen[id] === 0) this.open.push(id)
      this.isOpen[id] = 1
    }
    if (classes.length > 0) this.pendingClasses[slot] = []
    if (steps.length > 0) this.pendingSteps[slot] = []
  }

  /** Records the term that the words from `start` to `end` form, and every longer one. */
  private matchTerms(node: TermNode | undefined, start: number, end: number): void {
    if (node === undefined) return
    if (node.classes.length > 0) this.recordTerm(node, start, end)
    if (node.next.size === 0) return
    for (const key of this.entries[end + 1] ?? []) {
      this.matchTerms(node.next.get(key), start, end + 1)
    }
  }

  private recordTerm(node: TermNode, start: number, end: number): void {
    const uses = usesOf(node, this.phrases)
    const { watched, firstSteps } = uses
    const pending = this.pendingClasses[end % this.pendingClasses.length] ?? []
    for (const id of watched) pending.push(id)
    this.continuePhrases(uses, start, end)
    for (let i = 0; i < firstSteps.length; i++) {
      const id = firstSteps[i] ?? 0
      const step = this.phrases.steps[id]
      if (step && this.isAllowed(step, start, end)) this.recordStep(id, step, start, end)
    }
  }

  /**
   * Continues every phrase that a term can continue, by the steps of the term or by the open steps, whichever are
   * fewer.
   */
  private continuePhrases(
    { laterSteps, laterByPrevious }: TermUses,
    start: number,
    end: number,
  ): void {
    if (laterSteps.length <= 2 * this.open.length) {
      for (let i = 0; i < laterSteps.length; i += 2) {
        this.continueStep(laterSteps[i + 1] ?? 0, laterSteps[i] ?? 0, start, end)
      }
    } else {
      for (const previous of this.open) {
        const ids = laterByPrevious.get(previous)
        if (ids !== undefined) for (const id of ids) this.continueStep(id, previous, start, end)
      }
    }
  }

  /** Reaches the step `id` from the latest occurrence of the step `previous`, where the gap between them allows it. */
  private continueStep(id: number, previous: number, start: number, end: number): void {
    const before = (this.stepEnds[previous] ?? 0) - this.base
    if (before < 0) return
    const step = this.phrases.steps[id]
    if (step && this.isInReach(step, before, start) && this.isAllowed(step, start, end)) {
      this.recordStep(id, step, this.stepStarts[previous] ?? start, end)
    }
  }

  private recordStep(
    id: number,
    { breaks }: CompiledStep,
    firstWord: number,
    lastWord: number,
  ): void {
    if (breaks !== undefined) this.found.push({ rule: breaks, firstWord, lastWord })
    else this.pendingSteps[lastWord % this.pendingSteps.length]?.push(id, firstWord)
  }

  private isInReach(step: CompiledStep, before: number, start: number): boolean {
    // Adjacent words stay adjacent across any punctuation: it may be there as obfuscation.
    if (step.maxGap === 0) return before === start - 1
    const gap = start - before - 1
    if (gap > step.maxGap || gap < step.minGap) return false
    if (this.distance(before, start) - 1 > step.maxGap) return false
    return step.barred < 0 || (this.classEnds[step.barred] ?? 0) - this.base <= before
  }

  private isAllowed(step: CompiledStep, start: number, last: number): boolean {
    const { connector, guard, guardReach } = step
    if (step.isLast && this.words[last + 1]?.startsClause === false) return false
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
