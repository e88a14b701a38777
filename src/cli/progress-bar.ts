const WIDTH = 30

/** The terminals whose last line is a bar, which the next bar draws over. */
const drawn = new WeakSet<NodeJS.WritableStream>()

/** Ends the line of a bar, if the output has one, so that the next text has a line of its own. */
export function endBarLine(out: NodeJS.WritableStream): void {
  if (drawn.delete(out)) out.write('\n')
}

type Output = NodeJS.WritableStream & { isTTY?: boolean }

/** A progress bar: it redraws one line on a terminal, and writes a line at each tenth on any other output. */
export class ProgressBar {
  readonly #out: Output | undefined
  #tenth = -1

  constructor(out: Output | undefined) {
    this.#out = out
  }

  show(done: number, of: number, text: string): void {
    const share = of === 0 ? 0 : done / of
    if (this.#out?.isTTY) {
      const filled = Math.round(share * WIDTH)
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
      this.#out.write(`\r\u001b[K${bar} ${Math.floor(share * 100)} % ${text}`)
      drawn.add(this.#out)
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth === this.#tenth) return
    this.#tenth = tenth
    this.#out?.write(`${done} of ${of}: ${text}\n`)
  }

  end(): void {
    if (this.#out) endBarLine(this.#out)
  }
}
