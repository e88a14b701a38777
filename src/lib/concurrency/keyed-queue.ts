/** The key under which a piece of work waits for its turn, and the signal that ends its wait. */
export interface Turn {
  /** The key whose pieces begin in the order in which they came; all pieces without a key share one. */
  key?: string | undefined
  /**
   * Returns a signal that takes a piece out of the queue, which is then rejected with the signal's reason. It is called
   * only where the piece has to wait.
   */
  untilLeft?: (() => AbortSignal) | undefined
}

export interface KeyedQueueLimits {
  /** The most pieces that run at a time, of all keys together. */
  concurrency?: number
  /** The most pieces that run at a time of one key. */
  concurrencyOfKey?: number
  /**
   * Called before a piece begins, with its key and the number of waiting pieces, this one included. Returns false while
   * other work uses what the piece needs; the code that frees it calls `fill`.
   */
  hasRoom?: (key: string | undefined, waiting: number) => boolean
  /** The most pieces that may wait, of a key and of all, and the error for a piece that finds no place. */
  waiting?: { ofKey?: number; ofAll?: number; refuse: (full: 'key' | 'all') => Error }
}

/** The pieces of one key that run or wait. */
interface Line {
  readonly key: string | undefined
  readonly waiting: Waiting[]
  running: number
  /** The number of the turn in which a piece of this key last began, counted over all keys. */
  turn: number
}

interface Waiting {
  readonly begin: () => void
  readonly reject: (reason: unknown) => void
  /** Stops listening to the signal of the caller, once the piece begins or leaves the queue. */
  stay?: () => void
}

/**
 * Lets a few pieces of work run at a time, of all keys and of each; the others wait, up to a bound, and keys take
 * turns.
 *
 * The next key is the one whose last turn is longest ago; a new key stands before the one that had the very last turn,
 * and behind all others that wait. So a key waits for one piece of each other key at most, however many pieces a key
 * brings. A piece for which there is room begins at once, within the call. A limit that is not given is infinite.
 */
export class KeyedQueue {
  readonly #concurrency: number
  readonly #concurrencyOfKey: number
  readonly #hasRoom: KeyedQueueLimits['hasRoom']
  readonly #limits: KeyedQueueLimits['waiting']
  /** The pieces that run or wait, by their key. */
  readonly #lines = new Map<string | undefined, Line>()
  /** The keys with a waiting piece that may begin as far as the limit for one key goes. */
  readonly #ready = new Set<Line>()
  #running = 0
  #waiting = 0
  #turns = 0
  #closedFor: Error | undefined
  #whenIdle: (() => void)[] = []

  constructor({ concurrency, concurrencyOfKey, hasRoom, waiting }: KeyedQueueLimits) {
    this.#concurrency = concurrency ?? Infinity
    this.#concurrencyOfKey = concurrencyOfKey ?? Infinity
    this.#hasRoom = hasRoom
    this.#limits = waiting
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting
  }

  waitingOf(key: string | undefined): number {
    return this.#lines.get(key)?.waiting.length ?? 0
  }

  /**
   * Runs a piece when it has its turn, and returns its result. Throws any error of the piece; before the piece begins,
   * throws the error of `waiting.refuse` where too many wait, the reason of the piece's signal, or the reason that was
   * given to `close`.
   */
  async run<T>(work: () => Promise<T>, turn?: Turn): Promise<T> {
    return this.#inTurn(turn, async (line) => {
      try {
        return await work()
      } finally {
        this.#end(line)
      }
    })
  }

  /**
   * Returns a place for a piece that the caller runs by itself, and that ends when the place is disposed of: at once
   * where there is room, else as a promise, in the same order as `run`. Throws the same errors as `run`.
   */
  begin(turn?: Turn): Disposable | Promise<Disposable> {
    return this.#inTurn(turn, (line) => new Place(() => this.#end(line)))
  }

  /** Throws the error of `waiting.refuse` where no further piece of the key may wait. */
  assertRoom(key?: string): void {
    if (!this.#limits) return
    const { ofKey = Infinity, ofAll = Infinity, refuse } = this.#limits
    if (this.waitingOf(key) >= ofKey) throw refuse('key')
    if (this.#waiting >= ofAll) throw refuse('all')
  }

  /** Begins all waiting pieces that there is room for. */
  fill(): void {
    for (let line = this.#next(); line; line = this.#next()) {
      const first = line.waiting.shift()
      this.#waiting -= 1
      this.#take(line)
      first?.stay?.()
      first?.begin()
    }
    if (this.#running + this.#waiting > 0) return
    // A caller that awaits the last piece continues before those that await `onIdle`.
    for (const resolve of this.#whenIdle.splice(0)) setImmediate(resolve)
  }

  /** Resolves when nothing waits or runs, and the callers that awaited the last piece have continued. */
  async onIdle(): Promise<void> {
    while (this.#running + this.#waiting > 0) {
      await new Promise<void>((resolve) => this.#whenIdle.push(resolve))
    }
  }

  /** Begins nothing more: waiting and new pieces are rejected with the reason; running pieces continue. */
  close(reason: Error): void {
    this.#closedFor = reason
    this.#waiting = 0
    for (const line of this.#lines.values()) {
      for (const { stay, reject } of line.waiting.splice(0)) {
        stay?.()
        reject(reason)
      }
      this.#sort(line)
    }
    this.fill()
  }

  #inTurn<T>(turn: Turn | undefined, start: (line: Line) => T | Promise<T>): T | Promise<T> {
    if (this.#closedFor) throw this.#closedFor
    const key = turn?.key
    const line = this.#lines.get(key) ?? this.#newLine(key)
    if (line.waiting.length === 0 && this.#isFree(line, this.#waiting + 1)) {
      return start(this.#take(line))
    }
    const signal = turn?.untilLeft?.()
    signal?.throwIfAborted()
    this.assertRoom(key)
    return new Promise<T>((resolve, reject) => {
      const waiting: Waiting = { begin: () => resolve(start(line)), reject }
      if (signal) this.#heed(signal, line, waiting)
      line.waiting.push(waiting)
      this.#waiting += 1
      this.#sort(line)
      // One more waiting piece may change the answer of `hasRoom`.
      this.fill()
    })
  }

  /** Takes a waiting piece out of the queue as soon as its signal is aborted. */
  #heed(signal: AbortSignal, line: Line, waiting: Waiting): void {
    const leave = (): void => {
      waiting.stay?.()
      line.waiting.splice(line.waiting.indexOf(waiting), 1)
      this.#waiting -= 1
      this.#sort(line)
      waiting.reject(signal.reason)
      this.fill()
    }
    waiting.stay = () => signal.removeEventListener('abort', leave)
    signal.addEventListener('abort', leave)
  }

  #newLine(key: string | undefined): Line {
    return { key, waiting: [], running: 0, turn: this.#turns - 0.5 }
  }

  #take(line: Line): Line {
    line.running += 1
    this.#running += 1
    this.#turns += 1
    line.turn = this.#turns
    this.#sort(line)
    return line
  }

  #end(line: Line): void {
    line.running -= 1
    this.#running -= 1
    this.#sort(line)
    this.fill()
  }

  /** Puts a line into `#ready` and `#lines`, or takes it out, as its present pieces demand. */
  #sort(line: Line): void {
    const { key, running, waiting } = line
    if (waiting.length > 0 && running < this.#concurrencyOfKey) this.#ready.add(line)
    else if (this.#ready.size > 0) this.#ready.delete(line)
    if (waiting.length + running === 0) this.#lines.delete(key)
    else if (waiting.length + running === 1) this.#lines.set(key, line)
  }

  #next(): Line | undefined {
    let next: Line | undefined
    for (const line of this.#ready) {
      const isBefore = !next || line.turn < next.turn
      if (isBefore && this.#isFree(line, this.#waiting)) next = line
    }
    return next
  }

  #isFree({ key, running }: Line, waiting: number): boolean {
    const isWithin = this.#running < this.#concurrency && running < this.#concurrencyOfKey
    return isWithin && (this.#hasRoom?.(key, waiting) ?? true)
  }
}

/** A place for one running piece, which the first disposal gives back; further disposals do nothing. */
class Place implements Disposable {
  #end: (() => void) | undefined

  constructor(end: () => void) {
    this.#end = end
  }

  [Symbol.dispose](): void {
    const end = this.#end
    this.#end = undefined
    end?.()
  }
}
