/**
 * Finds many texts (needles) in another one, in time that depends on the length of that text and not on the number of
 * needles (Aho and Corasick, 1975). A state is the number of a beginning of needles; 0 is the empty one.
 */
export class AhoCorasick<V> {
  /** The number of each character that needles have, from 1; 0 stands for all others. */
  readonly #letters = new Uint16Array(65_536)
  #letterCount = 1
  /** The next states, by state and letter. */
  readonly #next = new Map<number, number>()
  /** By state, the longest other state with which it ends. */
  readonly #fallbacks: Int32Array
  /** By state, the state of the longest needle with which it ends, maybe itself; 0 without one. */
  readonly #needles: Int32Array
  /** The values of each needle, by the state that is equal to the needle. */
  readonly #values = new Map<number, V[]>()
  /** By state, the number of the last search that found its needle, and so every needle with which that one ends. */
  readonly #found: Uint32Array
  #searches = 0

  /** Takes needles with their values. The same needle may come with several values; an empty one is never found. */
  constructor(needles: readonly (readonly [needle: string, value: V])[]) {
    this.#readLetters(needles.map(([needle]) => needle))
    const states: State[] = [{ parent: 0, letter: 0, depth: 0 }]
    for (const [needle, value] of needles) this.#add(needle, value, states)
    this.#fallbacks = new Int32Array(states.length)
    this.#needles = new Int32Array(states.length)
    this.#found = new Uint32Array(states.length)
    this.#link(states)
  }

  #readLetters(needles: readonly string[]): void {
    for (const needle of needles) {
      for (let at = 0; at < needle.length; at++) {
        const code = needle.charCodeAt(at)
        if (this.#letters[code] === 0) this.#letters[code] = this.#letterCount++
      }
    }
  }

  #add(needle: string, value: V, states: State[]): void {
    let state = 0
    for (let at = 0; at < needle.length; at++) {
      const letter = this.#letters[needle.charCodeAt(at)] ?? 0
      const next = this.#nextOf(state, letter) ?? states.length
      if (next === states.length) {
        states.push({ parent: state, letter, depth: at + 1 })
        this.#next.set(state * this.#letterCount + letter, next)
      }
      state = next
    }
    const values = this.#values.get(state)
    if (values) values.push(value)
    else if (state > 0) this.#values.set(state, [value])
  }

  /** Finds the fallback of each state, those of shorter states first, since longer ones rest on them. */
  #link(states: readonly State[]): void {
    const ascending = [...states.keys()].toSorted((a, b) => depthOf(states, a) - depthOf(states, b))
    for (const state of ascending) {
      const { parent, letter, depth } = states[state] ?? ROOT
      const fallback = depth > 1 ? this.#step(this.#fallbacks[parent] ?? 0, letter) : 0
      this.#fallbacks[state] = fallback
      this.#needles[state] = this.#values.has(state) ? state : (this.#needles[fallback] ?? 0)
    }
  }

  #nextOf(state: number, letter: number): number | undefined {
    return this.#next.get(state * this.#letterCount + letter)
  }

  #step(from: number, letter: number): number {
    let state = from
    for (;;) {
      const next = this.#nextOf(state, letter)
      if (next !== undefined) return next
      if (state === 0) return 0
      state = this.#fallbacks[state] ?? 0
    }
  }

  /** Calls `found` with the values of every needle that stands somewhere in the text, once each. */
  search(text: string, found: (values: readonly V[]) => void): void {
    if (this.#values.size === 0) return
    this.#searches = (this.#searches + 1) >>> 0
    let state = 0
    for (let at = 0; at < text.length; at++) {
      const letter = this.#letters[text.charCodeAt(at)] ?? 0
      state = letter === 0 ? 0 : this.#step(state, letter)
      let needle = this.#needles[state] ?? 0
      while (needle !== 0 && this.#found[needle] !== this.#searches) {
        this.#found[needle] = this.#searches
        found(this.#values.get(needle) ?? [])
        needle = this.#needles[this.#fallbacks[needle] ?? 0] ?? 0
      }
    }
  }
}

interface State {
  parent: number
  letter: number
  depth: number
}

const ROOT: State = { parent: 0, letter: 0, depth: 0 }

const depthOf = (states: readonly State[], state: number): number => states[state]?.depth ?? 0
