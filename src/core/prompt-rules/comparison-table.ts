import type { Comparison, Findable, MatchTree, SpanKind } from './match-tree.ts'
import type { Spans } from './spans.ts'

/** A comparison by its number: findable ones from 0 up, spans from -1 down, in turns those of words and of time. */
export type Num = number

/** The comparisons of a site's rules, each once: rules that ask the same share the answer. */
export class ComparisonTable {
  /** Number of each findable comparison by kind and key. */
  readonly numByKey: Readonly<Record<Findable, Map<string, Num>>> = {
    path: new Map(),
    host: new Map(),
    type: new Map(),
    language: new Map(),
    title: new Map(),
    tag: new Map(),
    schemaType: new Map(),
    author: new Map(),
    status: new Map(),
  }
  /** Kind of each findable comparison. */
  readonly kinds: Findable[] = []
  /** Spans that rules ask about, by the number of page facts that they are of. */
  readonly spans: Readonly<Record<SpanKind, Spans[]>> = { wordCount: [], publishedAt: [] }
  readonly #spanNums = new Map<string, Num>()

  /** The same tree, with numbers for its comparisons. */
  number(tree: MatchTree): MatchTree<Num> {
    if (tree.is === 'comparison') return { is: tree.is, comparison: this.#numOf(tree.comparison) }
    if (tree.is === 'not') return { is: tree.is, of: this.number(tree.of) }
    return { is: tree.is, of: tree.of.map((part) => this.number(part)) }
  }

  /** Where the answer of a comparison stands among all: findable ones, spans of words, spans of time. */
  placeOf = (num: Num): number => {
    if (num >= 0) return num
    const place = this.kinds.length + ((-1 - num) >> 1)
    return isOfTime(num) ? place + this.spans.wordCount.length : place
  }

  #numOf(comparison: Comparison): Num {
    if ('key' in comparison) {
      const { kind, key } = comparison
      return numIn(this.numByKey[kind], key, () => this.kinds.push(kind) - 1)
    }
    const { kind, spans } = comparison
    const add = () => -1 - ((this.spans[kind].push(spans) - 1) * 2 + Number(kind === 'publishedAt'))
    return numIn(this.#spanNums, `${kind} ${spans.join(' ')}`, add)
  }
}

const isOfTime = (num: Num): boolean => (num & 1) === 0

function numIn(nums: Map<string, Num>, key: string, add: () => Num): Num {
  const known = nums.get(key)
  if (known !== undefined) return known
  const num = add()
  nums.set(key, num)
  return num
}
