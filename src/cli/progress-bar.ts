const WIDTH = 30

/** Redraws one line on a terminal; on any other output writes a line at each tenth. */
export class ProgressBar {
  readonly #out: NodeJS.WriteStream | undefined
  #tenth = -1

  constructor(out: NodeJS.WriteStream | undefined) {
    this.#out = out
  }

  show(done: number, of: number, text: string): void {
    const share = of === 0 ? 0 : done / of
    if (this.#out?.isTTY) {
      const filled = Math.round(share * WIDTH)
      const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`
      this.#out.write(`\r\u001b[K${bar} ${Math.floor(share * 100)} % ${text}`)
      return
    }
    const tenth = Math.floor(share * 10)
    if (tenth === this.#tenth) return
    this.#tenth = tenth
    this.#out?.write(`${done} of ${of}: ${text}\n`)
  }

  end(): void {
    if (this.#out?.isTTY) this.#out.write('\n')
  }
}
