import type { ComparedRows } from './drivers.ts'
import type { CountedRow } from './metric-value.ts'
import { addValues, zeroRow } from './sites-rows.ts'

/** The most values of a dimension that are added up over sites; values that come after them are left out. */
const MAX_VALUES = 20_000

/** The counts of several sites for each value of a dimension, added up by its label. */
export class ComparedSums implements ComparedRows {
  readonly now = new Map<string, CountedRow>()
  readonly before = new Map<string, CountedRow>()
  /** The labels that are added up, each in both ranges: one range alone would look like a rise or a fall. */
  readonly #labels = new Set<string>()
  #isCut = false

  /** True where the sites have more values than `MAX_VALUES`, so that some were left out. */
  get isCut(): boolean {
    return this.#isCut
  }

  add(label: string, rows: { now: CountedRow; before: CountedRow }): void {
    if (!this.#admits(label)) return
    addTo(this.now, label, rows.now)
    addTo(this.before, label, rows.before)
  }

  addAll({ now, before }: ComparedRows, prefix: string): void {
    for (const label of new Set([...now.keys(), ...before.keys()])) {
      this.add(`${prefix}${label}`, {
        now: now.get(label) ?? zeroRow(),
        before: before.get(label) ?? zeroRow(),
      })
    }
  }

  #admits(label: string): boolean {
    if (this.#labels.has(label)) return true
    if (this.#labels.size >= MAX_VALUES) {
      this.#isCut = true
      return false
    }
    this.#labels.add(label)
    return true
  }
}

function addTo(sums: Map<string, CountedRow>, label: string, { values }: CountedRow): void {
  const sum = sums.get(label) ?? zeroRow()
  addValues(sum.values, values)
  sum.wholes = sum.values
  sums.set(label, sum)
}
