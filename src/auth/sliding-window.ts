/** The length of every window in seconds. */
export const WINDOW_SECONDS = 60

/**
 * The number of slots. @NOTE one slot more than the window has seconds: a slot is a whole second, and its last instant
 * turns 60 s old only when the 61st second after its own begins. With 60 slots a burst at the end of one second and
 * another 59.1 s later would both pass.
 */
export const SLOTS = WINDOW_SECONDS + 1

/** The highest limit: a slot holds 16 bits. */
export const MAX_LIMIT = 65_535

/** Counts permits by second, for the second `second` and the 60 before it. */
export class SlidingWindow {
  readonly #slots = new Uint16Array(SLOTS)
  second: number
  /** The sum of the slots. */
  used = 0

  constructor(second: number) {
    this.second = second
  }

  /** Returns the permits that were counted `age` seconds ago, 0 to 60. */
  at(age: number): number {
    return this.#slots[(this.second + SLOTS - age) % SLOTS] ?? 0
  }

  /** Moves the window to `second`, and empties the slots that leave it. */
  advance(second: number): void {
    if (second - this.second >= SLOTS) {
      this.#slots.fill(0)
      this.used = 0
    } else {
      for (let freed = this.second + 1; freed <= second; freed++) {
        this.used -= this.#slots[freed % SLOTS] ?? 0
        this.#slots[freed % SLOTS] = 0
      }
    }
    this.second = second
  }

  /** Counts permits at `second`, which is within the window. A full slot stays full: it refuses everything anyway. */
  add(second: number, permits: number): void {
    const index = second % SLOTS
    const before = this.#slots[index] ?? 0
    const after = Math.min(MAX_LIMIT, before + permits)
    this.#slots[index] = after
    this.used += after - before
  }

  /** Raises each slot to that of `other`, whose window ends at the same second. */
  raiseTo(other: SlidingWindow): void {
    for (let age = 0; age < SLOTS; age++) {
      const missing = other.at(age) - this.at(age)
      if (missing > 0) this.add(this.second + SLOTS - age, missing)
    }
  }

  /** Finds the second at which at least `permits` of the counted ones, at most `used`, have left the window. */
  secondWithout(permits: number): number {
    let left = permits
    let age = WINDOW_SECONDS
    while (age > 0 && left > this.at(age)) {
      left -= this.at(age)
      age--
    }
    return this.second + SLOTS - age
  }
}
