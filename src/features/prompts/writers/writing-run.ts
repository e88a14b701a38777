import { cleanValue } from '../../../domain/prompts/clean-value.ts'
import { detectLanguage } from '../../../domain/language/detect-language.ts'
import { languageTagOf, primaryLanguage } from '../../../domain/prompts/language-tag.ts'
import { isWithoutTexts } from '../../../domain/prompts/locales.ts'
import {
  planPrompt,
  type PromptPlan,
  questionRoom,
  type RuledPage,
  wantedTemplates,
} from '../build-prompt-text.ts'
import { lintContextOf } from '../prompt-context.ts'
import { rejectionOf, templatesOfDraft, type WrittenTexts } from './check-draft.ts'
import { QuestionGathering } from './gather-questions.ts'
import { type TextPiece, textParts } from './text-parts.ts'
import type {
  ConfiguredWriter,
  FallbackReason,
  WriterResult,
  WritingTask,
} from '../../../domain/prompts/prompt-writer.ts'

/** The number of consecutive failures of the endpoint after which a run sends it no more requests. */
const MAX_OUTAGES = 3
const MAX_FACT_CHARS = 300
const MAX_HEADING_CHARS = 120
const MAX_HEADINGS = 30
const MAX_KEYPHRASES = 10

/**
 * Asks a writer for the words of pages in one run. A page whose words are not delivered, or cannot be used, gets the
 * generator's prompt as a whole and is counted by the reason, as are all pages beyond the bound of the run and after
 * three failures of the endpoint in a row. Such a page is not due again, so that an endpoint that is down does not
 * cause a second round of requests: its prompt stays until the page, the rules or the model change, or until a person
 * asks for it again (POST regenerate).
 */
export class WritingRun {
  readonly #by: ConfiguredWriter
  readonly #fallbacks = new Map<FallbackReason, number>()
  #asked = 0
  /** The number of pages of the step that the writer may still be asked for. */
  #paid = 0
  #outages = 0

  constructor(by: ConfiguredWriter) {
    this.#by = by
  }

  /** Returns the number of pages that fell back to the generator's prompt, by reason. */
  get fallbacks(): Readonly<Partial<Record<FallbackReason, number>>> {
    return Object.fromEntries(this.#fallbacks)
  }

  /** Begins a step of pages; `paid` is the number of its pages that credits pay for. */
  beginStep(paid: number): void {
    this.#paid = paid
  }

  /**
   * Asks the writer for the words of a page; undefined when the generator's words are to be used. `readText` reads the
   * page's main text. The page waits for its turn among all pages of the process, each of which sends one request at a
   * time. Throws the reason of the signal.
   */
  async write(
    ruled: RuledPage,
    readText: () => Promise<readonly TextPiece[]>,
    signal: AbortSignal,
  ): Promise<WrittenTexts | undefined> {
    const plan = planPrompt(ruled)
    const wanted = wantedTemplates(ruled, plan)
    const { page, applied, context } = ruled
    // In a language for which this service has no texts there are no prompts to word, but there are questions.
    const isMute = isWithoutTexts(languageTagOf(page, context.site))
    if (applied.result.disableWidget === true || (wanted.length === 0 && !isMute)) return undefined
    return this.#by.gate.run(async () => {
      signal.throwIfAborted()
      const refusal = this.#refusal()
      if (refusal) return this.#fallBack(refusal)
      this.#asked += 1
      this.#paid -= 1
      return this.#ask(
        ruled,
        { ...taskOf(ruled, plan), wanted },
        textParts(await readText()),
        signal,
      )
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

  /**
   * Asks the writer for templates with the first part of a page, and for questions with the other parts while more are
   * wanted.
   */
  async #ask(
    ruled: RuledPage,
    facts: PageFacts,
    parts: readonly string[],
    signal: AbortSignal,
  ): Promise<WrittenTexts | undefined> {
    const [text = ''] = parts
    const questions = { max: questionRoom(ruled), language: languageOf(ruled, text) }
    const task = { ...facts, questions, text }
    const answer = await this.#send(task, signal)
    if (!answer.ok) return this.#fallBack(answer.reason)
    const templates = templatesOfDraft(answer.draft, task.wanted)
    if (!templates) return this.#fallBack('invalid')
    const gathering = new QuestionGathering({
      ...lintContextOf(ruled.context),
      ...questions,
      parts,
      title: task.title,
      sample: text.slice(0, MAX_SAMPLE_CHARS),
    })
    gathering.add(0, answer.draft.questions)
    const { model, promptVersion } = this.#by.writer
    const generator = { engine: 'llm', model, promptVersion } as const
    const judged = (): [WrittenTexts, FallbackReason | undefined] => {
      const written = { templates, questions: gathering.result(), generator }
      const { filling } = planPrompt(ruled, written)
      const page = { language: task.language, filling }
      const fault = templates.length > 0 && rejectionOf(templates, answer.draft.language, page)
      return [written, fault || undefined]
    }
    const [, early] = judged()
    if (early) return this.#fallBack(early)
    await this.#askOfParts(gathering, { task, parts }, signal)
    // A template is shown with the first question, which may come from another part.
    const [written, late] = judged()
    return late ? this.#fallBack(late) : written
  }

  /** Asks the writer for the questions of further parts. A failure here costs the page only these questions. */
  async #askOfParts(
    gathering: QuestionGathering,
    { task, parts }: { task: WritingTask; parts: readonly string[] },
    signal: AbortSignal,
  ): Promise<void> {
    for (const part of gathering.order) {
      if (gathering.isFull) return
      const of = { ...task, wanted: [], text: parts[part] ?? '' }
      const answer = await this.#send(of, signal)
      if (answer.ok) gathering.add(part, answer.draft.questions)
      else if (answer.isOutage) return
    }
  }

  async #send(task: WritingTask, signal: AbortSignal): Promise<WriterResult> {
    const answer = await this.#by.writer.write(task, signal)
    this.#outages = !answer.ok && answer.isOutage ? this.#outages + 1 : 0
    return answer
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

type PageFacts = Omit<WritingTask, 'text' | 'questions'>

/** The number of first characters of a text that suffice to tell its script. */
const MAX_SAMPLE_CHARS = 2_000

/**
 * Returns the language of a page's questions: where no rule sets one, that of the text if it is certain, and otherwise
 * that of the page, then that of its site, then English.
 */
function languageOf({ page, applied, context }: RuledPage, text: string): string {
  const told = applied.result.language === undefined ? detectLanguage(text) : undefined
  const tags = [told?.isSure ? told.language : null, page.language, context.site.language]
  return tags.map((tag) => primaryLanguage(tag)).find((tag) => tag !== undefined) ?? 'en'
}

function taskOf(
  { page, context }: RuledPage,
  { language, filling: { values } }: PromptPlan,
): Omit<PageFacts, 'wanted'> {
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
    placeholders: Object.keys(values),
  }
}
