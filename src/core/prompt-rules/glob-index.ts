import { compileGlob, matchesPattern, type Pattern } from './glob.ts'
import { NeedleTrie } from './needle-trie.ts'
import type { PathText } from './path-text.ts'

interface Entry {
  pattern: Pattern
  num: number
}

/** Which of many globs a text is like: only those are compared whose rarest piece stands in the text. */
export class GlobIndex {
  readonly #literals = new Map<string, number[]>()
  readonly #trie = new NeedleTrie()
  readonly #entries: Entry[] = []
  /** Places of patterns that have no piece to look for. */
  readonly #pieceless: number[] = []
  /** Per pattern: the search that has compared it already. */
  readonly #compared: Uint32Array
  #searches = 0

  /** Throws SyntaxError if a glob is none. */
  constructor(numByGlob: ReadonlyMap<string, number>) {
    for (const [glob, num] of numByGlob) {
      for (const pattern of compileGlob(glob).patterns) this.#entries.push({ pattern, num })
    }
    this.#compared = new Uint32Array(this.#entries.length)
    const uses = this.#countPieces()
    this.#entries.forEach(({ pattern, num }, place) => {
      if (pattern.isLiteral) this.#addLiteral(pattern.prefix, num)
      else this.#addPattern(pattern, place, uses)
    })
  }

  #countPieces(): ReadonlyMap<string, number> {
    const uses = new Map<string, number>()
    for (const { pattern } of this.#entries) {
      for (const piece of pattern.pieces) uses.set(piece, (uses.get(piece) ?? 0) + 1)
    }
    return uses
  }

  #addLiteral(text: string, num: number): void {
    const nums = this.#literals.get(text) ?? []
    if (nums.length === 0) this.#literals.set(text, nums)
    nums.push(num)
  }

  #addPattern({ pieces }: Pattern, place: number, uses: ReadonlyMap<string, number>): void {
    const count = (piece: string) => uses.get(piece) ?? 0
    const [rarest] = pieces.toSorted((a, b) => count(a) - count(b) || b.length - a.length)
    if (rarest === undefined) this.#pieceless.push(place)
    else this.#trie.add(rarest, place)
  }

  /** Calls `found` with the number of each glob that the text is like; with some of them repeatedly. */
  search(path: PathText, found: (num: number) => void): void {
    for (const num of this.#literals.get(path.text) ?? []) found(num)
    this.#searches = (this.#searches + 1) >>> 0
    const search = this.#searches
    const compare = (places: readonly number[]) => {
      for (const place of places) {
        if (this.#compared[place] === search) continue
        this.#compared[place] = search
        const entry = this.#entries[place]
        if (entry && matchesPattern(entry.pattern, path)) found(entry.num)
      }
    }
    compare(this.#pieceless)
    this.#trie.search(path.text, compare)
  }
}
