/** The count of a state that no reading is in. */
const NONE = -1

/**
 * Counts the attributes of the longest tag that some reading of a text can find. Where tags begin depends on comments,
 * scripts and quotes, and a page may be written to mislead a simpler scanner than the parser; so every `<` with a
 * letter begins a tag here, and all of them are followed at once: readings in the same state go on alike, and only the
 * largest count of each is kept. Linear, and never less than what the parser will find.
 */
export class AttributeCounter {
  #max = 0
  #tagName = NONE
  #beforeName = NONE
  #name = NONE
  #afterName = NONE
  #beforeValue = NONE
  #doubleQuoted = NONE
  #singleQuoted = NONE
  #bareValue = NONE

  /** Returns the most attributes that one tag can have in the text read so far. */
  get max(): number {
    return this.#max
  }

  /** True when no reading has an open tag, so text may be skipped up to the next `<`. */
  get isIdle(): boolean {
    const isOutside = this.#tagName + this.#beforeName + this.#name + this.#afterName === 4 * NONE
    const noValue = this.#beforeValue + this.#bareValue === 2 * NONE
    return isOutside && noValue && this.#doubleQuoted + this.#singleQuoted === 2 * NONE
  }

  begin(): void {
    this.#tagName = Math.max(this.#tagName, 0)
  }

  read(code: number): void {
    if (code === 62)
      this.#end() // >
    else if (code === 34) this.#doubleQuote()
    else if (code === 39) this.#singleQuote()
    else if (code <= 32) this.#space()
    else if (code === 47) this.#slash()
    else if (code === 61) this.#equals()
    else this.#letter()
  }

  #end(): void {
    this.#tagName = NONE
    this.#beforeName = NONE
    this.#name = NONE
    this.#afterName = NONE
    this.#beforeValue = NONE
    this.#bareValue = NONE
  }

  #space(): void {
    this.#beforeName = Math.max(this.#beforeName, this.#tagName, this.#bareValue)
    this.#afterName = Math.max(this.#afterName, this.#name)
    this.#tagName = NONE
    this.#bareValue = NONE
    this.#name = NONE
  }

  #slash(): void {
    this.#beforeName = Math.max(this.#beforeName, this.#tagName, this.#name, this.#afterName)
    this.#tagName = NONE
    this.#name = NONE
    this.#afterName = NONE
    this.#startBareValue()
  }

  #equals(): void {
    const named = Math.max(this.#name, this.#afterName)
    this.#name = NONE
    this.#afterName = NONE
    this.#startBareValue()
    this.#startName()
    this.#beforeValue = named
  }

  #letter(): void {
    this.#startBareValue()
    this.#startName()
  }

  #doubleQuote(): void {
    const closed = this.#doubleQuoted
    this.#doubleQuoted = this.#beforeValue
    this.#beforeValue = NONE
    this.#startName()
    this.#beforeName = closed
  }

  #singleQuote(): void {
    const closed = this.#singleQuoted
    this.#singleQuoted = this.#beforeValue
    this.#beforeValue = NONE
    this.#startName()
    this.#beforeName = closed
  }

  #startName(): void {
    const before = Math.max(this.#beforeName, this.#afterName)
    this.#beforeName = NONE
    this.#afterName = NONE
    if (before === NONE) return
    this.#name = Math.max(this.#name, before + 1)
    this.#max = Math.max(this.#max, this.#name)
  }

  #startBareValue(): void {
    this.#bareValue = Math.max(this.#bareValue, this.#beforeValue)
    this.#beforeValue = NONE
  }
}
