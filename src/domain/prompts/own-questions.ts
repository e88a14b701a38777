import { classesIn, UNSPACED } from '../../protocol/lint/char-classes.ts'
import type { PageLead } from '../page/page-leads.ts'
import type { QuestionForms } from './question-templates/question-forms.ts'

const MIN_WORDS = 2
const MIN_UNSPACED_CHARS = 7
const MIN_CHARS = 9
const MIN_ANSWER_CHARS = 30
const MIN_UNSPACED_ANSWER_CHARS = 15

export const hasUnspaced = (text: string): boolean => (classesIn(text) & UNSPACED) !== 0

/** True for a question that stands by itself: not `Why?`, no invitation, no teaser. */
export function isOwnQuestion(text: string, { invitation, asks }: QuestionForms): boolean {
  if (
    !/[?？]$/u.test(text) ||
    /[!！]|\.{3}|…|[.。] ?./u.test(text.replace(/\d\.\d|\p{L}\.\p{L}/gu, ''))
  )
    return false
  if (invitation.test(text) || (asks !== undefined && !asks.test(text))) return false
  return hasUnspaced(text)
    ? text.length >= MIN_UNSPACED_CHARS
    : text.length >= MIN_CHARS &&
        text.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length >= MIN_WORDS
}

/** The headings that have an answer: a text of their own, or sections below them. */
export function answeredLeads(leads: readonly PageLead[]): PageLead[] {
  return leads.filter(({ heading, level, text }, at) => {
    if (heading === '') return false
    const next = leads[at + 1]
    return isAnswer(text) || (next !== undefined && next.level > level)
  })
}

/**
 * The headings that say of what they are: not one that stands there twice, nor one under one of several releases, as
 * `Features` in a list of changes.
 */
export function headingsAlone(leads: readonly PageLead[], answered: readonly PageLead[]): string[] {
  const headings = answered.map(({ heading }) => heading)
  const ofRelease = new Set<string>()
  const isList = leads.filter(isRelease).length > 1
  let release = 0
  for (const lead of isList ? leads : []) {
    if (release > 0 && lead.level > release) ofRelease.add(lead.heading)
    else release = isRelease(lead) ? lead.level : 0
  }
  return headings.filter(
    (heading, at) =>
      !ofRelease.has(heading) &&
      headings.indexOf(heading) === at &&
      !headings.includes(heading, at + 1),
  )
}

const isRelease = ({ heading, level }: PageLead): boolean => level > 1 && RELEASE.test(heading)
const RELEASE = /(?:^|[\sv(])\d{1,4}\.\d|^\[?\d{4}-\d\d/u

const isAnswer = (text: string): boolean =>
  text.length >= MIN_ANSWER_CHARS || (text.length >= MIN_UNSPACED_ANSWER_CHARS && hasUnspaced(text))

const MIN_ENTRIES = 4
const LIST_PATH =
  /\/(?:page|tags?|categor(?:y|ies|ia)|archives?|author)\/|\/(?:blog|news|posts|archive|tags)\/?$/i
const DATE_FIRST =
  /^(?:\d{4}[-/.年]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{4}|\p{L}{3,9}\.? \d{1,2},? \d{4}|\d{1,2} \p{L}{3,9}\.? \d{4})/u
/** The end of an excerpt, with what leads to the rest of it. */
const CUT_SHORT = /(?:\.{3}|…|→|»)(?: .{0,60})?$/u
const MAX_CUT_CHARS = 130

const MIN_SECTIONS = 4
const MIN_SECTION_CHARS = 120

const hasText = ({ text }: PageLead): boolean => text !== ''

/** True for a section that says more than an entry of a list. */
const isWhole = ({ text }: PageLead): boolean =>
  text.length >= MIN_SECTION_CHARS &&
  !DATE_FIRST.test(text) &&
  !CUT_SHORT.test(text.slice(-MAX_CUT_CHARS))

/** True where the beginnings of texts name a year, as the entries of a journal do. */
export const isDated = (leads: readonly PageLead[]): boolean =>
  leads.some(({ text }) => /(?<!\d)(?:19|20)\d\d(?!\d)/.test(text.slice(0, MAX_DATE_CHARS)))

const MAX_DATE_CHARS = 60

/** True for a list of other pages, whose headings are titles: what they ask is answered elsewhere. */
export function isPageList(path: string, leads: readonly PageLead[]): boolean {
  if (LIST_PATH.test(path)) return true
  const titled = leads.filter(({ heading, level }) => heading !== '' && level > 1)
  if (titled.length < MIN_ENTRIES) return false
  // A text of its own may have headings without one, as a table of its chapters.
  const counted = titled.filter(isWhole).length >= MIN_SECTIONS ? titled.filter(hasText) : titled
  const entries = counted.filter(
    ({ text }) =>
      !isAnswer(text) || DATE_FIRST.test(text) || CUT_SHORT.test(text.slice(-MAX_CUT_CHARS)),
  )
  return entries.length >= MIN_ENTRIES && entries.length >= counted.length * 0.6
}
