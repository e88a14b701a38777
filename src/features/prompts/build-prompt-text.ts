import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import type { PageAnalysis } from '../../domain/page/page-analysis.ts'
import type { PageType } from '../../domain/page/page-types.ts'
import { emptyRecord, type PageRecord } from '../../domain/page/page-record.ts'
import { withoutFurniture } from '../../domain/page/own-title.ts'
import { type AppliedRules, applyRules } from '../../domain/prompt-rules/apply-rules.ts'
import { ruleSubjectOf } from '../../domain/prompt-rules/rule-subject-of.ts'
import type { RuleResult } from '../../domain/prompt-rules/rule-result.ts'
import type { PromptKind } from '../../domain/prompt-rules/vocabulary.ts'
import {
  fittingTemplate,
  generatePrompt,
  PROMPT_VERSION,
} from '../../domain/prompts/generate-prompt.ts'
import {
  isWithoutTexts,
  PROMPT_LOCALES,
  type PromptLanguage,
  promptLanguageOf,
} from '../../domain/prompts/locales.ts'
import { languageTagOf } from '../../domain/prompts/language-tag.ts'
import { MAX_QUESTIONS } from '../../domain/prompts/offered-questions.ts'
import { parseTemplate } from '../../domain/prompts/placeholders.ts'
import type { PromptPage } from '../../domain/prompts/prompt-page.ts'
import { promptValues } from '../../domain/prompts/prompt-values.ts'
import type { OfferedQuestion } from '../../domain/prompts/question.ts'
import { missingValues } from '../../domain/prompts/fill-template.ts'
import { hasErrors, type PromptGenerator, type RuleTrace, type StoredTemplate } from './prompt.ts'
import type { PromptState } from '../../domain/prompts/prompt-states.ts'
import { type Filling, type PlainTemplate, renderAndLint } from './render-templates.ts'
import type { PromptContext } from './prompt-context.ts'
import { questionsFor } from './questions-for.ts'
import type { WrittenTexts } from './writers/check-draft.ts'

/** A page with its record and its analysis. */
export interface AnalysedPage {
  row: Pick<ScannedPageRow, 'path' | 'url' | 'title' | 'state'> &
    Partial<Pick<ScannedPageRow, 'ignored_canonical_url'>>
  /** The record of the page; undefined where no scan has read the page. */
  record: PageRecord | undefined
  analysis: PageAnalysis
  /** The questions that readers asked on the page and that may be offered to others. */
  askedHere?: readonly string[]
}

/** A page with the rules of its site applied, ready for a prompt. */
export interface RuledPage {
  page: PromptPage
  askedHere: readonly string[]
  applied: AppliedRules
  context: PromptContext
}

/** The templates and questions of a prompt before rules change their words. */
export interface PromptPlan {
  language: PromptLanguage
  questions: readonly OfferedQuestion[]
  filling: Filling
  templates: readonly PlainTemplate[]
}

/** The finished prompt of a page, made by the generator or a model and changed by rules. */
export interface ComposedPrompt {
  source: 'generated' | 'llm' | 'rule'
  generator: PromptGenerator
  state: PromptState
  pageType: PageType
  isTypeRuled: boolean
  tags: string[]
  language: string
  primaryKind: PromptKind | null
  templates: StoredTemplate[]
  questions: readonly OfferedQuestion[]
  rules: RuleTrace
}

export function applyRulesToPage(
  { row, record, analysis, askedHere = [] }: AnalysedPage,
  context: PromptContext,
): RuledPage {
  const facts = ruleSubjectOf(row, { record, analysis }, context.site.domain)
  const applied = applyRules(facts, context.rules)
  const { type, language } = applied.result
  const said = withoutFurniture(record ?? emptyRecord(), context.site)
  return {
    askedHere,
    applied,
    context,
    page: {
      url: row.url,
      canonicalUrl: row.ignored_canonical_url ? null : said.canonicalUrl,
      markdownUrl: said.markdownUrl,
      path: row.path,
      type: type ?? analysis.type,
      title: facts.title,
      statedTitle: said.title,
      h1: said.h1,
      description: said.description,
      headings: said.headings,
      leads: said.leads,
      asked: said.asked,
      language: language ?? facts.language,
      author: said.author,
      publishedAt: said.publishedAt,
      modifiedAt: said.modifiedAt,
      keyphrases: analysis.keyphrases,
    },
  }
}

/** Returns the values that fill the templates of a page; the page's first question stands for the reader's question. */
export function fillingOf(
  { page, applied, context }: RuledPage,
  questions: readonly OfferedQuestion[],
  vars: Readonly<Record<string, string>> = applied.result.vars ?? {},
): Filling {
  const language = promptLanguageOf(page.language, context.site.language)
  const [question] = questions
  const reader = question === undefined ? {} : { question: question.text }
  return {
    values: { ...promptValues(page, context.site, language, reader), ...vars },
    locale: PROMPT_LOCALES[language],
    sources: context.sources,
    canonicalUrl: page.canonicalUrl,
    linted: context.linted,
  }
}

/**
 * Returns the templates and questions of a page, in the generator's words or in a model's, with the kinds that rules
 * add. A model's words replace templates of the generator's kinds, so that a page has the same kinds either way.
 */
export function planPrompt(ruled: RuledPage, written?: WrittenTexts): PromptPlan {
  const { page, applied, context } = ruled
  const { result } = applied
  const questions = questionsFor(ruled, written?.questions)
  const generated = generatePrompt(page, context.site, questions[0]?.text)
  const isMute = isWithoutTexts(languageTagOf(page, context.site))
  const filling = fillingOf(ruled, questions)
  const templates = [
    ...generated.templates.filter(({ template }) => isFilled(template, filling)),
    ...(isMute ? [] : addedKinds(generated.templates, result, filling)),
  ].map((plain) => written?.templates.find(({ kind }) => kind === plain.kind) ?? plain)
  return { language: generated.language, questions, filling, templates }
}

/** Picks the planned templates that no rule replaces or removes; an empty list where a rule turns prompts off. */
export function wantedTemplates(
  { applied: { result } }: RuledPage,
  plan: PromptPlan,
): PlainTemplate[] {
  const { templates = {}, removeKinds = [], disableWidget } = result
  if (disableWidget === true) return []
  return plan.templates.filter(
    ({ kind }) => !removeKinds.includes(kind) && !Object.hasOwn(templates, kind),
  )
}

/**
 * The types of pages without questions: a list only leads to texts, and readers have no questions about a legal text.
 */
const WITHOUT_QUESTIONS: ReadonlySet<PageType> = new Set(['legal', 'listing', 'category'])

/** Returns how many questions a model may add to those that a page has; 0 for the types without questions. */
export const questionRoom = (ruled: RuledPage): number =>
  WITHOUT_QUESTIONS.has(ruled.page.type) ? 0 : MAX_QUESTIONS - planPrompt(ruled).questions.length

const GENERATOR: PromptGenerator = {
  engine: 'deterministic',
  model: null,
  promptVersion: PROMPT_VERSION,
}

/** Makes the prompts of a page: generated or written by a model, then changed by the rules, filled and linted. */
export function buildPromptText(ruled: RuledPage, written?: WrittenTexts): ComposedPrompt {
  const { result, matched } = ruled.applied
  const plan = planPrompt(ruled, written)
  const { filling, questions } = plan
  const templates = ruledTemplates(plan.templates, result, filling).map((template) =>
    renderAndLint(template, filling),
  )
  const kinds = templates.map(({ kind }) => kind)
  const explain = explanationOf(ruled.applied, kinds)
  const isRuled = Object.keys(explain).some((field) => RULED_TEXT.test(field))
  return {
    source: isRuled ? 'rule' : written ? 'llm' : 'generated',
    generator: written?.generator ?? GENERATOR,
    state: stateFrom(templates, result),
    ...ruledPage(ruled),
    language: plan.language,
    primaryKind: kinds.find((kind) => kind === result.primaryKind) ?? kinds[0] ?? null,
    templates,
    questions,
    rules: {
      matched,
      explain,
      targets: result.targets ?? null,
      vars: result.vars ?? {},
      trackQueries: result.trackQueries ?? [],
    },
  }
}

/** Returns the type and the tags of a page under its rules, which do not depend on the author of its prompt. */
export const ruledPage = ({ page, applied: { result } }: RuledPage) => ({
  pageType: page.type,
  isTypeRuled: result.type !== undefined,
  tags: result.tags ?? [],
})

/** Returns which rule decided each field, without fields of kinds that the page does not have in the end. */
function explanationOf({ result, explain }: AppliedRules, kinds: readonly string[]) {
  const has = (kind: string | undefined) => kind !== undefined && kinds.includes(kind)
  const fields = Object.entries(explain).filter(([field]) => {
    if (field === 'primaryKind') return has(result.primaryKind)
    const [, kind] = field.split('templates.')
    return kind === undefined || has(kind)
  })
  return Object.fromEntries(fields)
}

/** Matches fields by which a rule wrote some of the text itself. */
const RULED_TEXT = /^(?:templates\.|prepend$|append$)/

function isFilled(template: string, { values, locale }: Filling): boolean {
  const parsed = parseTemplate(template)
  return parsed.ok && missingValues(parsed.parts, values, locale).length === 0
}

/** Makes the templates of the kinds that rules add to those of the page's type, in the words of the generator. */
function addedKinds(
  generated: readonly PlainTemplate[],
  { addKinds = [] }: RuleResult,
  { values, locale }: Filling,
): PlainTemplate[] {
  return addKinds.flatMap((kind) => {
    if (kind === 'custom' || generated.some((known) => known.kind === kind)) return []
    const template = fittingTemplate(kind, values, locale)
    return template === undefined ? [] : [{ kind, label: locale.kinds[kind].label, template }]
  })
}

function ruledTemplates(
  plain: readonly PlainTemplate[],
  { templates = {}, removeKinds = [], prepend, append }: RuleResult,
  { locale }: Filling,
): PlainTemplate[] {
  const set = new Map(Object.entries(templates))
  const replaced = plain.map((own) => ({ ...own, template: set.get(own.kind) ?? own.template }))
  const known = new Set<string>(plain.map(({ kind }) => kind))
  // @NOTE Object.entries forgets that the keys are kinds.
  const added = [...set].map(([kind, template]) => ({ kind: kind as PromptKind, template }))
  return [
    ...replaced,
    ...added
      .filter(({ kind }) => !known.has(kind))
      .map((one) => ({ ...one, label: labelOf(one.kind, locale) })),
  ]
    .filter(({ kind }) => !removeKinds.includes(kind))
    .map((one) => ({
      ...one,
      template: [prepend, one.template, append].filter((text) => text !== undefined).join(' '),
    }))
}

/** Returns the label of prompts of a kind. A custom kind, for which there is no label, has that of the kind `ask`. */
export const labelOf = (kind: PromptKind, { kinds }: Filling['locale']): string =>
  kinds[kind === 'custom' ? 'ask' : kind].label

function stateFrom(
  templates: readonly StoredTemplate[],
  { disableWidget, requireReview }: RuleResult,
): PromptState {
  if (disableWidget === true) return 'disabled'
  const isClean = templates.length > 0 && !templates.some(hasErrors)
  return isClean && requireReview !== true ? 'active' : 'needs_review'
}
