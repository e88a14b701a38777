import { cleanValue } from '../../../domain/prompts/clean-value.ts'
import { planPrompt, type PromptPlan, type RuledPage, wantedTemplates } from '../compose-prompt.ts'
import { rejectionOf, textsOfDraft, type WrittenTexts } from './check-draft.ts'
import type {
  ConfiguredWriter,
  FallbackReason,
  WritingTask,
} from '../../../domain/prompts/prompt-writer.ts'

/** Failures of the endpoint in a row after which a run sends it no more requests. */
const MAX_OUTAGES = 3
/** Characters of a page's main text that a model reads. */
const MAX_TEXT_CHARS = 6_000
const MAX_FACT_CHARS = 300
const MAX_HEADING_CHARS = 120
const MAX_HEADINGS = 30
const MAX_KEYPHRASES = 10

/**
 * The pages that one run asks a writer for. A page whose words cannot be had, or cannot be used, gets the generator's
 * prompt as a whole and is counted by the reason. So do all pages after the last that the run may ask for, and all after
 * three failures of the endpoint in a row, of which nobody waits for another one.
 *
 * Such a page is not due by that: its prompt stays until the page, the rules or the model change, or until somebody asks
 * for it anew (POST regenerate). An endpoint that is down for a night costs its pages no second round of requests.
 */
export class WritingRun {
  readonly #by: ConfiguredWriter
  readonly #fallbacks = new Map<FallbackReason, number>()
  #asked = 0
  /** Pages of the step that the writer may still be asked for. */
  #paid = 0
  #outages = 0

  constructor(by: ConfiguredWriter) {
    this.#by = by
  }

  /** Counts the pages that fell back, by the reason. */
  get fallbacks(): Readonly<Partial<Record<FallbackReason, number>>> {
    return Object.fromEntries(this.#fallbacks)
  }

  /** Begins a step, of which so many pages are paid for. */
  beginStep(paid: number): void {
    this.#paid = paid
  }

  /**
   * Asks for the words of a page; undefined when the generator's are to be used. `readText` gives the page's main text.
   * Waits for its turn among all requests of the process. Throws the reason of the signal.
   */
  async write(
    ruled: RuledPage,
    readText: () => Promise<string>,
    signal: AbortSignal,
  ): Promise<WrittenTexts | undefined> {
    const plan = planPrompt(ruled)
    const wanted = wantedTemplates(ruled, plan)
    if (wanted.length === 0) return undefined
    return this.#by.gate.run(async () => {
      signal.throwIfAborted()
      const refusal = this.#refusal()
      if (refusal) return this.#fallBack(refusal)
      this.#asked += 1
      this.#paid -= 1
      const task = { ...taskOf(ruled, plan, await readText()), wanted }
      return this.#ask(ruled, task, signal)
    })
  }

  /** Logs once how many pages fell back, and why. */
  end(siteId: string): void {
    if (this.#fallbacks.size === 0) return
    const { log, writer } = this.#by
    const told = {
      site: siteId,
      model: writer.model,
      asked: this.#asked,
      fallbacks: this.fallbacks,
    }
    log.warn(told, 'pages have the prompts of the generator')
  }

  async #ask(
    ruled: RuledPage,
    task: WritingTask,
    signal: AbortSignal,
  ): Promise<WrittenTexts | undefined> {
    const { writer } = this.#by
    const answer = await writer.write(task, signal)
    this.#outages = !answer.ok && answer.isOutage ? this.#outages + 1 : 0
    if (!answer.ok) return this.#fallBack(answer.reason)
    const words = textsOfDraft(answer.draft, task.wanted)
    if (!words) return this.#fallBack('invalid')
    const { model, promptVersion } = writer
    const written = { ...words, generator: { engine: 'llm', model, promptVersion } as const }
    const { filling } = planPrompt(ruled, written)
    const fault = rejectionOf(words, answer.draft.language, { language: task.language, filling })
    return fault ? this.#fallBack(fault) : written
  }

  #refusal(): FallbackReason | undefined {
    if (this.#outages >= MAX_OUTAGES) return 'given_up'
    if (this.#asked >= this.#by.maxPages) return 'page_limit'
    return this.#paid > 0 ? undefined : 'no_credits'
  }

  #fallBack(reason: FallbackReason): undefined {
    this.#fallbacks.set(reason, (this.#fallbacks.get(reason) ?? 0) + 1)
  }
}

const clean = (raw: string | null): string => cleanValue(raw ?? '', MAX_FACT_CHARS)

function taskOf(
  { page, context }: RuledPage,
  { language, filling: { values } }: PromptPlan,
  text: string,
): Omit<WritingTask, 'wanted'> {
  return {
    language,
    siteName: clean(context.site.name),
    type: page.type,
    title: clean(page.title),
    description: clean(page.description),
    headings: page.headings
      .slice(0, MAX_HEADINGS)
      .map((heading) => cleanValue(heading.text, MAX_HEADING_CHARS)),
    keyphrases: page.keyphrases.slice(0, MAX_KEYPHRASES).map((phrase) => clean(phrase.text)),
    text: cleanValue(text, MAX_TEXT_CHARS),
    placeholders: Object.keys(values),
  }
}
