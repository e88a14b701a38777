import { questionKeys } from '../../../domain/prompts/question-key.ts'
import type { ProposedQuestion } from '../../../domain/prompts/prompt-writer.ts'
import { judgeQuestion, type QuestionedPage } from './judge-question.ts'
import { type SentencePlace, SentText } from './sent-text.ts'

interface Kept {
  text: string
  part: number
  place: SentencePlace
}

interface Gathered extends QuestionedPage {
  /** The parts of the page's text, in their order. */
  parts: readonly string[]
  title: string
  /** The most questions that are wanted. */
  max: number
}

/**
 * Gathers the questions of a page over the parts of its text. No two of them are alike, and no two of one part have the
 * same answer. Each part gives its share first, so that they are spread over the page; where parts have too few, others
 * give more.
 */
export class QuestionGathering {
  readonly #page: Gathered
  /** The most questions that a part gives before the other parts have given theirs. */
  readonly #share: number
  readonly #keys = new Set<string>()
  readonly #kept: Kept[] = []
  readonly #spare: Kept[] = []

  constructor(page: Gathered) {
    this.#page = page
    this.#share = Math.ceil(page.max / page.parts.length)
  }

  /**
   * Returns the indexes of the parts after the first one in the order in which they are asked: each is far from all
   * that come before it.
   */
  get order(): number[] {
    const { length } = this.#page.parts
    const order: number[] = []
    for (let step = 8; step >= 1; step /= 2) {
      for (let part = step; part < length; part += step) {
        if (!order.includes(part)) order.push(part)
      }
    }
    return order
  }

  get isFull(): boolean {
    return this.#kept.length >= this.#page.max
  }

  /** Adds those questions that a model proposes for a part and that pass. */
  add(part: number, proposals: readonly ProposedQuestion[]): void {
    if (proposals.length === 0 || this.isFull) return
    const { parts, title, language } = this.#page
    const text = new SentText(parts[part] ?? '', title)
    const given: Kept[] = []
    for (const proposal of proposals) {
      const judged = judgeQuestion(proposal, text, this.#page)
      if (!judged.ok) continue
      const keys = questionKeys(proposal.question, language)
      const isAlike = keys.some((key) => this.#keys.has(key))
      if (isAlike || given.some(({ place }) => overlap(place, judged.place))) continue
      for (const key of keys) this.#keys.add(key)
      given.push({ text: proposal.question, part, place: judged.place })
    }
    const share = Math.min(this.#share, this.#page.max - this.#kept.length)
    this.#kept.push(...given.slice(0, share))
    this.#spare.push(...given.slice(share))
  }

  /** Returns the gathered questions in the order of the text that answers them. */
  result(): string[] {
    const room = this.#page.max - this.#kept.length
    return [...this.#kept, ...this.#spare.slice(0, room)]
      .toSorted((a, b) => a.part - b.part || a.place.start - b.place.start)
      .map(({ text }) => text)
  }
}

const overlap = (a: SentencePlace, b: SentencePlace): boolean => a.start < b.end && b.start < a.end
