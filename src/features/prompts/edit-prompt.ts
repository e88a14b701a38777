import type { PromptRow, PromptValues } from '../../../db/prompts/prompt-rows.ts'
import type { PromptStore } from '../../../db/prompts/prompt-store.ts'
import type { ScannedPageRow } from '../../../db/scans/scanned-pages.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import type { PageAnalysis } from '../../domain/page/page-analysis.ts'
import { emptyRecord } from '../../domain/page/page-record.ts'
import type { Actor } from '../../kernel/door/principal.ts'
import { readRecordedPage, type RecordedPage } from '../../domain/prompt-rules/rule-subject-of.ts'
import {
  buildPromptText,
  fillingOf,
  labelOf,
  applyRulesToPage,
  type RuledPage,
} from './build-prompt-text.ts'
import type { FieldError } from '../../kernel/door/errors.ts'
import { assertCanActivate, kindProblems, policyProblems, refuseWords } from './edit-problems.ts'
import {
  generatedValues,
  mergeWithStored,
  promptValuesOf,
  textColumns,
  withReaders,
  type PromptOrigin,
} from './merge-with-stored.ts'
import {
  hasErrors,
  questionsOf,
  rulesOf,
  templatesOf,
  type PromptSource,
  type StoredTemplate,
} from './prompt.ts'
import { writtenQuestions, type PromptEdit } from './prompt-edit.ts'
import { analysePage, MAX_ANALYSED_PASSAGES, sketchOfText } from './analyse-page.ts'
import type { OfferedQuestion } from '../../domain/prompts/question.ts'
import { renderAndLint, type Filling, type PlainTemplate } from './render-templates.ts'
import { traceWithout } from './rule-trace.ts'
import { lintContextOf, pageBasis, type PromptContext } from './prompt-context.ts'

interface Editing {
  app: Pick<AppContext, 'newId' | 'now'>
  store: PromptStore
  context: PromptContext
  page: ScannedPageRow
  before: PromptRow | undefined
  actor: Actor
  source: PromptSource
}

/**
 * Returns the values of a prompt after an edit of the stored one, or of the generated one where none is stored. Throws
 * VALIDATION_FAILED, with `PROMPT_POLICY` for a text that the policy refuses, and also for kinds that do not fit
 * together.
 */
export async function editPrompt(editing: Editing, edit: PromptEdit): Promise<PromptValues> {
  const { actor } = editing
  const { ruled, before, origin } = await openEdit(editing)
  const isNew = editing.before === undefined
  if (Object.values(edit).every((value) => value === undefined)) return before
  const words = editedColumns(ruled, before, editing.source, edit, origin)
  if (edit.state === 'active') assertCanActivate(templatesOf({ ...before, ...words }))
  return {
    ...before,
    ...words,
    ...stateColumns(edit, origin),
    updated_at: origin.at,
    updated_by: JSON.stringify(actor),
    version: isNew ? 1 : before.version + 1,
  }
}

/** The rendered texts of an edit, and the problems for which it would be refused; a preview itself is not refused. */
interface EditPreview {
  /** The rendered templates of the edit, or those of the prompt before it where the edit has no templates. */
  templates: StoredTemplate[]
  /** The templates that the prompt has before the edit. */
  stored: StoredTemplate[]
  questions: readonly OfferedQuestion[]
  language: string
  targets: readonly string[] | null
  problems: FieldError[]
}

/** Renders and lints the words of an edit as `editPrompt` would. */
export async function previewEdit(
  editing: Omit<Editing, 'actor' | 'source'>,
  edit: PromptEdit,
): Promise<EditPreview> {
  const { templates: wanted, questions: asked } = edit
  const { ruled, before } = await openEdit(editing)
  const questions = asked ? writtenQuestions(asked) : questionsOf(before)
  const templates = renderTemplates(ruled, before, wanted, questions)
  return {
    templates,
    stored: templatesOf(before),
    questions,
    language: before.language,
    targets: rulesOf(before).targets,
    problems: wordProblems(ruled, edit, templates),
  }
}

/** Finds the problems in the words of an edit, whose templates are rendered already. */
function wordProblems(
  { context }: RuledPage,
  { templates: wanted, questions = [], primaryKind }: PromptEdit,
  templates: readonly StoredTemplate[],
): FieldError[] {
  const words = writtenQuestions(questions).map(({ text }) => text)
  const judged = { templates: wanted ? templates : [], questions: words }
  return [
    ...kindProblems(templates, primaryKind),
    ...policyProblems(judged, lintContextOf(context)),
  ]
}

/**
 * Returns a stored prompt with the questions of readers that may be offered now. A prompt of the generator is written
 * again as a whole; in a prompt by a person or a model only the questions change.
 */
export async function offerAnew(
  editing: Omit<Editing, 'actor' | 'source'> & { before: PromptRow },
  askedHere: readonly string[],
): Promise<PromptValues> {
  const { ruled, origin } = await openEdit(editing, askedHere)
  const { before } = editing
  const isKept = before.is_locked === 1 || before.source === 'llm'
  return isKept ? withReaders(ruled, before, origin) : mergeWithStored(ruled, before, origin).values
}

/**
 * Reads the page of an edit with the rules applied, and the prompt that the edit begins with: the stored or the
 * generated one.
 */
async function openEdit(
  editing: Omit<Editing, 'actor' | 'source'>,
  askedHere: readonly string[] = [],
) {
  const { app, context, page } = editing
  const known = readRecordedPage(page)
  const analysis = await analysisFor(editing, known)
  const ruled = applyRulesToPage({ row: page, record: known.record, analysis, askedHere }, context)
  const origin: PromptOrigin = {
    contentHash: known.record?.contentHash ?? null,
    sketch: analysis.sketch,
    recordHash: page.record_hash,
    basis: pageBasis(context.inputsHash, askedHere),
    newId: () => app.newId('prm'),
    at: app.now(),
  }
  const before = editing.before
    ? promptValuesOf(editing.before)
    : generatedValues(buildPromptText(ruled), undefined, origin)
  return { ruled, before, origin }
}

/**
 * Returns the analysis of a page; where the page is not analysed yet, analyses it for this edit only, without the
 * counts of other pages.
 */
async function analysisFor(
  { store, context, page }: Pick<Editing, 'store' | 'context' | 'page'>,
  { record = emptyRecord(), analysis }: RecordedPage,
): Promise<PageAnalysis> {
  if (analysis && analysis.sketch !== null) return analysis
  const text = await store.textOf(page.num, MAX_ANALYSED_PASSAGES)
  if (analysis) return { ...analysis, sketch: sketchOfText(text) }
  return analysePage({ page, record, text, site: context.site }, { siteSize: 1, df: () => 1 })
}

/** Returns the columns that an edit of words changes; an empty object where the edit has only a state or a lock. */
function editedColumns(
  ruled: RuledPage,
  before: PromptValues,
  source: PromptSource,
  edit: PromptEdit,
  origin: PromptOrigin,
): Partial<PromptValues> {
  const { templates: wanted, questions: asked, primaryKind } = edit
  if (wanted === undefined && asked === undefined && primaryKind === undefined) return {}
  const questions = asked ? writtenQuestions(asked) : questionsOf(before)
  const templates = renderTemplates(ruled, before, wanted, questions)
  refuseWords(wordProblems(ruled, edit, templates))
  const primary = templates.find(({ kind }) => kind === (primaryKind ?? before.primary_kind))
  const own = {
    templates: wanted !== undefined,
    questions: asked !== undefined,
    primaryKind: primaryKind !== undefined || primary === undefined,
  }
  return {
    ...textColumns({ templates, questions, primaryKind: (primary ?? templates[0])?.kind ?? null }),
    ...nextState(ruled, before, templates),
    rules: traceWithout(before, own),
    source,
    is_locked: 1,
    is_stale: 0,
    content_hash: origin.contentHash,
    content_sketch: origin.sketch,
  }
}

/** Fills the given templates, or the stored ones, with the page's present words. */
function renderTemplates(
  ruled: RuledPage,
  before: PromptValues,
  wanted: PromptEdit['templates'],
  questions: readonly OfferedQuestion[],
): StoredTemplate[] {
  const filling = fillingOf(ruled, questions, rulesOf(before).vars)
  const known = templatesOf(before)
  const plain = wanted?.map((one) => labelled(one, known, filling)) ?? known
  return plain.map((one) => renderAndLint(one, filling))
}

/**
 * Returns the state of a prompt after an edit of its words: active where they pass, unless it waits for a review that a
 * rule requires, and `needs_review` where they do not. A disabled prompt and a draft stay as they are.
 */
function nextState(
  { applied }: RuledPage,
  before: PromptValues,
  templates: readonly StoredTemplate[],
): Pick<PromptValues, 'state'> {
  const isOpen = before.state === 'active' || before.state === 'needs_review'
  if (!isOpen) return { state: before.state }
  const waits = before.state === 'needs_review' && applied.result.requireReview === true
  return { state: waits || templates.some(hasErrors) ? 'needs_review' : 'active' }
}

/** Returns the columns of the state and the lock that a person set, which override all others. */
function stateColumns(
  { state, locked }: PromptEdit,
  { sketch }: PromptOrigin,
): Partial<PromptValues> {
  return {
    ...(locked !== undefined && { is_locked: locked ? 1 : 0 }),
    ...(state !== undefined && { state, is_state_set: 1 }),
    // A person who approves a prompt has seen its page as it is now.
    ...(state === 'active' && { content_sketch: sketch }),
  }
}

function labelled(
  {
    kind,
    label,
    template,
  }: { kind: PlainTemplate['kind']; label?: string | undefined; template: string },
  known: readonly PlainTemplate[],
  { locale }: Filling,
): PlainTemplate {
  const own = known.find((one) => one.kind === kind)?.label
  return { kind, label: label ?? own ?? labelOf(kind, locale), template }
}
