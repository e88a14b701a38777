/** A set of rules by their numbers, 32 to a word. */
export type Bits = Uint32Array<ArrayBuffer>

export function addBit(bits: Bits, n: number): void {
  bits[n >> 5] = (bits[n >> 5] ?? 0) | (1 << (n & 31))
}

export const hasBit = (bits: Bits, n: number): boolean =>
  ((bits[n >> 5] ?? 0) & (1 << (n & 31))) !== 0

/** The rules that a comparison brings to a set; few by their numbers, many as a set. */
export type Addition = readonly number[] | Bits

function additionOf(rules: readonly number[], words: number): Addition {
  if (rules.length <= words) return rules
  const bits = new Uint32Array(words)
  for (const n of rules) addBit(bits, n)
  return bits
}

export function addTo(bits: Bits, addition: Addition): void {
  if (!(addition instanceof Uint32Array)) {
    for (const n of addition) addBit(bits, n)
    return
  }
  for (let word = 0; word < bits.length; word++) {
    bits[word] = (bits[word] ?? 0) | (addition[word] ?? 0)
  }
}

/** A set that begins anew with each page, and grows with what is found about it. */
export class GrowingSet {
  readonly bits: Bits
  readonly start: Bits
  /** The rules that each comparison brings. */
  readonly #rulesByNum = new Map<number, number[]>()

  constructor(words: number) {
    this.bits = new Uint32Array(words)
    this.start = new Uint32Array(words)
  }

  bring(num: number, n: number): void {
    const rules = this.#rulesByNum.get(num)
    if (rules) rules.push(n)
    else this.#rulesByNum.set(num, [n])
  }

  /** What each comparison brings, in the form in which it is added. */
  *additions(): Generator<[num: number, addition: Addition]> {
    for (const [num, rules] of this.#rulesByNum) {
      yield [num, additionOf(rules, this.bits.length)]
    }
  }
}
