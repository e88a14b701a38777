import { AhoCorasick } from './aho-corasick.ts'
import { compileGlob, matchesPattern, type GlobPattern } from './glob.ts'
import type { PathText } from './path-text.ts'

interface Entry {
  pattern: GlobPattern
  num: number
}

/** Finds which of many globs a text matches: only globs whose rarest piece occurs in the text are compared. */
export class GlobIndex {
  /** Numbers of globs without wildcards, by the text that they are. */
  readonly #literals = new Map<string, number[]>()
  readonly #entriesByPiece: AhoCorasick<Entry>
  readonly #pieceless: readonly Entry[]

  /** Prepares globs, given with their numbers. Throws SyntaxError for an invalid glob. */
  constructor(numByGlob: ReadonlyMap<string, number>) {
    const entries: Entry[] = []
    for (const [glob, num] of numByGlob) {
      for (const pattern of compileGlob(glob).patterns) {
        if (pattern.isLiteral) this.#addLiteral(pattern.prefix, num)
        else entries.push({ pattern, num })
      }
    }
    const uses = countPieces(entries)
    const placed = entries.map((entry) => ({ entry, piece: rarestPiece(entry.pattern, uses) }))
    this.#pieceless = placed.filter(({ piece }) => piece === undefined).map(({ entry }) => entry)
    this.#entriesByPiece = new AhoCorasick(
      placed.flatMap(({ entry, piece }) => (piece === undefined ? [] : [[piece, entry] as const])),
    )
  }

  #addLiteral(text: string, num: number): void {
    const nums = this.#literals.get(text)
    if (nums) nums.push(num)
    else this.#literals.set(text, [num])
  }

  /** Calls `found` with the number of each glob that the text matches, for some globs more than once. */
  search(path: PathText, found: (num: number) => void): void {
    const compare = (entries: readonly Entry[]) => {
      for (const { pattern, num } of entries) if (matchesPattern(pattern, path)) found(num)
    }
    for (const num of this.#literals.get(path.text) ?? []) found(num)
    compare(this.#pieceless)
    this.#entriesByPiece.search(path.text, compare)
  }
}

function countPieces(entries: readonly Entry[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>()
  for (const piece of entries.flatMap(({ pattern }) => pattern.pieces)) {
    uses.set(piece, (uses.get(piece) ?? 0) + 1)
  }
  return uses
}

function rarestPiece(
  { pieces }: GlobPattern,
  uses: ReadonlyMap<string, number>,
): string | undefined {
  const count = (piece: string) => uses.get(piece) ?? 0
  return pieces.toSorted((a, b) => count(a) - count(b) || b.length - a.length)[0]
}
