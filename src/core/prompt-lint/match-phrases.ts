import type { CompiledPhrases, CompiledStep, TermNode } from './compile-phrases.ts'
import type { Word } from './read-words.ts'
import type { WordRuleId } from './rules.ts'

/** A phrase that was found, from its first to its last word. */
export interface PhraseMatch {
  readonly rule: WordRuleId
  readonly firstWord: number
  readonly lastWord: number
}

const MIN_PREFIX = 2
const MAX_PREFIX = 14

/**
 * Finds every phrase in one pass. Of each step only the latest place is kept, which is enough because gaps have an upper
 * limit only; so the work is at most words x (steps of the classes that a word belongs to), whatever the text.
 */
export function matchPhrases(words: readonly Word[], phrases: CompiledPhrases): PhraseMatch[] {
  return new Matcher(words, phrases).run()
}

class Matcher {
  private readonly words: readonly Word[]
  private readonly phrases: CompiledPhrases
  /** By step: last word of its latest occurrence, and first word of the phrase that led to it. */
  private readonly stepEnds: Int32Array
  private readonly stepStarts: Int32Array
  private readonly classEnds: Int32Array
  /** By last word: steps (id, first word) and classes that count once the words up to it have been read. */
  private readonly pendingSteps: (number[] | undefined)[] = []
  private readonly pendingClasses: (number[] | undefined)[] = []
  private readonly keys = new Map<string, readonly string[]>()
  private readonly found: PhraseMatch[] = []

  constructor(words: readonly Word[], phrases: CompiledPhrases) {
    this.words = words
    this.phrases = phrases
    this.stepEnds = new Int32Array(phrases.stepCount).fill(-1)
    this.stepStarts = new Int32Array(phrases.stepCount).fill(-1)
    this.classEnds = new Int32Array(phrases.classes.length).fill(-1)
  }

  run(): PhraseMatch[] {
    for (let i = 0; i < this.words.length; i++) {
      this.settle(i - 1)
      this.walk(this.phrases.root, i, i)
    }
    return this.found
  }

  /** What ended with word `end` counts from here on. */
  private settle(end: number): void {
    for (const id of this.pendingClasses[end] ?? []) this.classEnds[id] = end
    const steps = this.pendingSteps[end] ?? []
    for (let i = 0; i < steps.length; i += 2) {
      const id = steps[i] ?? 0
      this.stepEnds[id] = end
      this.stepStarts[id] = steps[i + 1] ?? 0
    }
    this.pendingClasses[end] = undefined
    this.pendingSteps[end] = undefined
  }

  /** Every term that begins with word `start`. */
  private walk(node: TermNode, start: number, at: number): void {
    const word = this.words[at]
    if (word === undefined) return
    for (const key of this.keysOf(word)) {
      const next = node.next.get(key)
      if (next === undefined) continue
      for (const id of next.classes) this.occur(id, start, at)
      if (next.next.size > 0) this.walk(next, start, at + 1)
    }
  }

  private occur(id: number, start: number, end: number): void {
    const use = this.phrases.classes[id]
    if (use === undefined) return
    if (use.isWatched) (this.pendingClasses[end] ??= []).push(id)
    for (const step of use.laterSteps) {
      const before = this.stepEnds[step.id - 1] ?? -1
      if (before >= 0 && this.isInReach(step, before, start) && this.isAllowed(step, start)) {
        this.reach(step, this.stepStarts[step.id - 1] ?? start, end)
      }
    }
    for (const step of use.firstSteps) if (this.isAllowed(step, start)) this.reach(step, start, end)
  }

  private reach({ id, breaks }: CompiledStep, firstWord: number, lastWord: number): void {
    if (breaks !== undefined) this.found.push({ rule: breaks, firstWord, lastWord })
    else (this.pendingSteps[lastWord] ??= []).push(id, firstWord)
  }

  private isInReach(step: CompiledStep, before: number, start: number): boolean {
    // Words that follow each other follow each other across any punctuation: it may be there as a disguise.
    if (step.maxGap === 0) return before === start - 1
    if (start - before - 1 > step.maxGap) return false
    if (this.distance(before, start) - 1 > step.maxGap) return false
    return step.barred < 0 || (this.classEnds[step.barred] ?? -1) <= before
  }

  private isAllowed({ connector, guard, guardReach }: CompiledStep, start: number): boolean {
    if (connector >= 0 && !this.startsCommand(connector, start)) return false
    if (guard < 0) return true
    const end = this.classEnds[guard] ?? -1
    return end < 0 || this.distance(end, start) > guardReach
  }

  private startsCommand(connector: number, start: number): boolean {
    return this.words[start]?.startsClause === true || this.classEnds[connector] === start - 1
  }

  private distance(from: number, to: number): number {
    return (this.words[to]?.place ?? 0) - (this.words[from]?.place ?? 0)
  }

  /** The words and beginnings of the vocabulary that a word can be read as. */
  private keysOf(word: Word): readonly string[] {
    const known = this.keys.get(word.text)
    if (known !== undefined) return known
    const keys = new Set<string>()
    for (const reading of word.readings) {
      if (this.phrases.vocabulary.has(reading)) keys.add(reading)
      const longest = Math.min(reading.length, MAX_PREFIX)
      for (let length = MIN_PREFIX; length <= longest; length++) {
        const beginning = `${reading.slice(0, length)}*`
        if (this.phrases.vocabulary.has(beginning)) keys.add(beginning)
      }
    }
    const list = [...keys]
    this.keys.set(word.text, list)
    return list
  }
}
