import { type Labels, Series } from './series.ts'

/** Counts what happened since the process began, by labels. */
export class Counter {
  readonly #name: string
  readonly #help: string
  readonly #counts: Series<{ count: number }>

  constructor(name: string, help: string, labels: Labels = []) {
    this.#name = name
    this.#help = help
    this.#counts = new Series(labels, () => ({ count: 0 }))
    // A counter without labels is shown from the start: 0 says that nothing has happened, an absent counter that
    // nothing is known.
    if (labels.length === 0) this.#counts.at([])
  }

  add(values: Labels = [], count = 1): void {
    this.#counts.at(values).count += count
  }

  /** Returns the counter in the Prometheus text format. */
  text(): string {
    const lines = this.#counts
      .entries()
      .map(([labels, { count }]) => `${this.#name}${labels && `{${labels}}`} ${count}\n`)
    return `# HELP ${this.#name} ${this.#help}\n# TYPE ${this.#name} counter\n${lines.join('')}`
  }
}
