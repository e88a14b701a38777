import type { Num } from './comparison-table.ts'
import type { MatchTree } from './match-tree.ts'

/** Ends of every decision. */
export const YES = -1
export const NO = -2

/** Decisions of many rules, step by step: a step asks one comparison and says which one is next, or the end. */
export interface DecisionCode {
  /** Places of answers. */
  asks: Int32Array
  ifTrue: Int32Array
  ifFalse: Int32Array
}

/** Writes decisions one after the other, so that running them reads memory in order. */
export class DecisionWriter {
  readonly #asks: Num[] = []
  readonly #ifTrue: number[] = []
  readonly #ifFalse: number[] = []

  /** Answers where the decision begins; `YES` or `NO` where nothing is to be asked. */
  write(tree: MatchTree<Num>, ifTrue = YES, ifFalse = NO): number {
    switch (tree.is) {
      case 'comparison':
        this.#ifTrue.push(ifTrue)
        this.#ifFalse.push(ifFalse)
        return this.#asks.push(tree.comparison) - 1
      case 'not':
        return this.write(tree.of, ifFalse, ifTrue)
      case 'all':
        return tree.of.reduceRight((next, part) => this.write(part, next, ifFalse), ifTrue)
      case 'any':
        return tree.of.reduceRight((next, part) => this.write(part, ifTrue, next), ifFalse)
    }
  }

  /** The code, when all comparisons are known and have their places. */
  end(placeOf: (num: Num) => number): DecisionCode {
    return {
      asks: Int32Array.from(this.#asks, placeOf),
      ifTrue: Int32Array.from(this.#ifTrue),
      ifFalse: Int32Array.from(this.#ifFalse),
    }
  }
}
