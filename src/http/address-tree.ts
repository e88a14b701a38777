/** The pattern of a word of an address that stands for itself: it holds no encoded character, and is not a step up. */
const PLAIN_WORD = /^[\w~-][\w.~-]*$/

interface Branch<T> {
  readonly byWord: Map<string, Branch<T>>
  /** The branch after a parameter, which may have any name. */
  parameter?: Branch<T>
  leaf?: { value: T; names: readonly string[] }
}

const newBranch = <T>(): Branch<T> => ({ byWord: new Map() })

interface Found<T> {
  value: T
  params: Readonly<Record<string, string>>
}

/** Finds the value for a path, word by word, among addresses with `:name` parameters. */
export class AddressTree<T> {
  readonly #root: Branch<T> = newBranch()

  add(address: string, value: T): void {
    const words = address.slice(1).split('/')
    const names = words.filter((word) => word.startsWith(':')).map((word) => word.slice(1))
    this.#branchAt(words).leaf = { value, names }
  }

  /** Reserves the words of an address that is served elsewhere, so that no parameter matches them. */
  reserve(address: string): void {
    this.#branchAt(address.slice(1).split('/'))
  }

  #branchAt(words: readonly string[]): Branch<T> {
    let branch = this.#root
    for (const word of words) branch = grow(branch, word)
    return branch
  }

  /**
   * Finds the value for a path that is written exactly as its address was declared. A word of an address comes before
   * a parameter, and the search does not go back: a path that matches only by going back is not found.
   */
  find(path: string): Found<T> | undefined {
    const values: string[] = []
    let branch = this.#root
    for (const word of path.slice(1).split('/')) {
      let next = branch.byWord.get(word)
      if (next === undefined && PLAIN_WORD.test(word)) {
        next = branch.parameter
        values.push(word)
      }
      if (next === undefined) return undefined
      branch = next
    }
    if (!branch.leaf) return undefined
    const { value, names } = branch.leaf
    return { value, params: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ''])) }
  }
}

function grow<T>(branch: Branch<T>, word: string): Branch<T> {
  if (word.startsWith(':')) return (branch.parameter ??= newBranch())
  const known = branch.byWord.get(word) ?? newBranch<T>()
  branch.byWord.set(word, known)
  return known
}
