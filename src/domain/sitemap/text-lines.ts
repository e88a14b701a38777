/** Splits text that arrives in chunks into trimmed, non-empty lines; lines that are too long are skipped. */
export class TextLines {
  readonly #maxLength: number
  readonly #onLine: (line: string) => void
  #rest = ''
  #isTooLong = false

  constructor(maxLength: number, onLine: (line: string) => void) {
    this.#maxLength = maxLength
    this.#onLine = onLine
  }

  push(chunk: string): void {
    const lines = (this.#rest + chunk).split(/[\r\n]+/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      if (this.#isTooLong) this.#isTooLong = false
      else this.#emit(line)
    }
    if (last.length > this.#maxLength) this.#isTooLong = true
    this.#rest = this.#isTooLong ? '' : last
  }

  end(): void {
    if (!this.#isTooLong) this.#emit(this.#rest)
    this.#rest = ''
  }

  #emit(line: string): void {
    const trimmed = line.replace(/^\uFEFF/, '').trim()
    if (trimmed !== '') this.#onLine(trimmed)
  }
}
