import {
  usesOf,
  type CompiledPhrases,
  type CompiledStep,
  type TermNode,
  type TermUses,
} from './compile-phrases.ts'
import type { Word } from './read-words.ts'
import type { WordRuleId } from './rules.ts'
import type { Alias } from './tokens.ts'
import type { VocabularyKeys } from './vocabulary.ts'

/** A phrase that was found, from its first to its last word. */
export interface PhraseMatch {
  readonly rule: WordRuleId
  readonly firstWord: number
  readonly lastWord: number
}

/** Words are numbered on from text to text up to this. */
const MAX_COUNT = 2 ** 30
/** After so many words, steps that are far back are left out. */
const CLOSING_WORDS = 16

/**
 * Finds every phrase in one pass. Of each step only the latest place is kept, which is enough because gaps have an upper
 * limit only; so the work is at most words x (steps of the classes that a word belongs to), whatever the text.
 */
export class PhraseMatcher {
  readonly phrases: CompiledPhrases
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
  /** Steps that were reached not long ago: only these can be gone on from. */
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

  /** `aliases` says of each word what it stands for besides. */
  find(
    words: readonly Word[],
    aliases: readonly (Alias | undefined)[] = [],
  ): readonly PhraseMatch[] {
    const { vocabulary, beginnings } = this.phrases
    this.words = words
    this.entries = words.map(({ text }) => vocabulary.keysOf(text))
    this.found = []
    for (let i = 0; i < words.length; i++) {
      for (const key of this.entries[i] ?? []) this.enter(beginnings[key], i, i)
      this.enterAlias(aliases[i], i)
      this.settle(i)
      if (i % CLOSING_WORDS === 0) this.closeSteps(i)
    }
    const { found } = this
    this.words = []
    this.entries = []
    this.found = []
    this.closeSteps(Number.POSITIVE_INFINITY)
    this.leave(words.length)
    return found
  }

  /** Leaves out steps that are too far back for every phrase. */
  private closeSteps(place: number): void {
    const { maxGap } = this.phrases
    this.open = this.open.filter((id) => {
      const isNear = place - ((this.stepEnds[id] ?? 0) - this.base) <= maxGap + 1
      if (!isNear) this.isOpen[id] = 0
      return isNear
    })
  }

  /** A name or an address has the words that it is made of, and counts as what it is. */
  private enterAlias(alias: Alias | undefined, i: number): void {
    if (alias === undefined || alias.words > this.pendingSteps.length) return
    for (const key of this.phrases.vocabulary.keysOf(alias.text)) {
      this.enter(this.phrases.beginnings[key], i, i + alias.words - 1)
    }
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
      if (this.isOpen[id] === 0) this.open.push(id)
      this.isOpen[id] = 1
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
    const uses = usesOf(node, this.phrases)
    const { watched, firstSteps } = uses
    const pending = this.pendingClasses[end % this.pendingClasses.length] ?? []
    for (const id of watched) pending.push(id)
    this.goOn(uses, start, end)
    for (let i = 0; i < firstSteps.length; i++) {
      const id = firstSteps[i] ?? 0
      const step = this.phrases.steps[id]
      if (step && this.isAllowed(step, start, end)) this.reach(id, step, start, end)
    }
  }

  /** Goes on every phrase that a term can go on, by its own steps or by those that were reached: whichever are fewer. */
  private goOn({ laterSteps, laterByPrevious }: TermUses, start: number, end: number): void {
    if (laterSteps.length <= 2 * this.open.length) {
      for (let i = 0; i < laterSteps.length; i += 2) {
        this.follow(laterSteps[i + 1] ?? 0, laterSteps[i] ?? 0, start, end)
      }
    } else {
      for (const previous of this.open) {
        const ids = laterByPrevious.get(previous)
        if (ids !== undefined) for (const id of ids) this.follow(id, previous, start, end)
      }
    }
  }

  /** From the step `previous`, wherever it was reached last. */
  private follow(id: number, previous: number, start: number, end: number): void {
    const before = (this.stepEnds[previous] ?? 0) - this.base
    if (before < 0) return
    const step = this.phrases.steps[id]
    if (step && this.isInReach(step, before, start) && this.isAllowed(step, start, end)) {
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
