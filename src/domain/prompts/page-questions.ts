import type { PageLead } from '../page/page-leads.ts'
import { isPageList } from './list-page.ts'
import { promptLanguageOf, isWithoutTexts, PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import { isLegalHeading } from './title-rules.ts'
import type { PromptPage } from './prompt-page.ts'
import { isSpecific } from './question-key.ts'
import { isOneQuestion } from './question-shape.ts'
import { isLeaning, isOfTheSite, isOfWriter, isToSomebody } from './question-voice.ts'
import { hasUnspaced } from './segment-words.ts'

const MAX_HEADINGS = 100
const MIN_ANSWER_CHARS = 40
/** The letters of spaced scripts that say as much as one letter of a script without spaces. */
const UNSPACED_SHARE = 2
/** The least number of headings under one heading that must be questions for the group to count as an FAQ. */
const MIN_OF_FAQ = 3
const FAQ_SHARE = 0.75
/** Types of pages that have nothing to be asked: they lead to others, or are read for a reason of their own. */
const WITHOUT_QUESTIONS: ReadonlySet<string> = new Set(['listing', 'category', 'legal'])

type AskingPage = Pick<
  PromptPage,
  'type' | 'path' | 'title' | 'statedTitle' | 'h1' | 'headings' | 'leads' | 'asked'
>

/**
 * Lists the questions that a page asks and answers itself, word for word: its title, headings that have a text below
 * them, and texts that it marks as questions by its form. On pages other than FAQs, questions in which the writer
 * speaks of themselves or to somebody are left out. Lists of pages and legal texts have none.
 */
export function pageQuestions(page: AskingPage, language: string): string[] {
  const leads = cleanLeads(page)
  if (WITHOUT_QUESTIONS.has(page.type) || isPageList(page.path, leads)) return []
  if (isLegalHeading(page.title ?? page.h1 ?? '')) return []
  const marked = (page.asked ?? []).filter((text) => isOfReaders(text, language))
  return [...headingsAsking(page, leads, language), ...marked]
}

function headingsAsking(
  { type, title, statedTitle = title, h1 }: AskingPage,
  leads: readonly PageLead[],
  language: string,
): string[] {
  const faq = faqHeadings(leads)
  const names = [title, h1].filter((text) => text !== null)
  const headings = answeredLeads(leads)
  // A title is cut from those of its site, and a heading stands as it is. The first words of a note are its writer's.
  const stated = h1 ?? (statedTitle?.includes(title ?? '') ? title : null)
  const isAnswered = leads.some((lead) => isAnswer(lead.text))
  const titles = stated !== null && isAnswered ? [stated] : []
  return [...titles, ...headings].filter((text) => {
    if (!isOfReaders(text, language)) return false
    if (isWithoutTexts(language)) return faq.has(text)
    const spoken = promptLanguageOf(language)
    if (type !== 'faq' && isToSomebody(text, spoken)) return false
    if (type === 'article' && isOfWriter(text, spoken)) return false
    return (
      faq.has(text) ||
      isSpecific(
        text,
        language,
        names.filter((name) => name !== text),
      )
    )
  })
}

/** True for a question that a reader may have before reading: whole, plain, and no slogan of the site. */
function isOfReaders(text: string, language: string): boolean {
  if (!isOneQuestion(text, language)) return false
  return isWithoutTexts(language) || isAsking(text, promptLanguageOf(language))
}

function isAsking(text: string, language: PromptLanguage): boolean {
  const { invitation, asks } = PROMPT_LOCALES[language].questions
  const isAsked = asks === undefined || asks.test(text)
  return isAsked && !invitation.test(text) && !isOfTheSite(text) && !isLeaning(text, language)
}

/**
 * Returns the headings that ask, of each group of headings on one level under one heading in which at least three, and
 * three quarters, ask.
 */
function faqHeadings(leads: readonly PageLead[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const group of siblings(leads)) {
    const asking = group.filter((heading) => ASKS.test(heading))
    if (asking.length >= MIN_OF_FAQ && asking.length >= group.length * FAQ_SHARE) {
      for (const heading of asking) found.add(heading)
    }
  }
  return found
}

const ASKS = /[?？؟;\u037e]$/u

function siblings(leads: readonly PageLead[]): string[][] {
  const groups: string[][] = []
  const open = new Map<number, string[]>()
  for (const { heading, level } of leads) {
    for (const deeper of open.keys()) if (deeper > level) open.delete(deeper)
    const group = open.get(level) ?? []
    if (group.length === 0) groups.push(group)
    group.push(heading)
    open.set(level, group)
  }
  return groups
}

/** Returns the first leads of a page; an empty list for a page that was scanned by an older release. */
const cleanLeads = ({ leads = [] }: AskingPage): readonly PageLead[] => leads.slice(0, MAX_HEADINGS)

/** Lists the headings that have an answer: a text of their own, or a next section below them that has one. */
const answeredLeads = (leads: readonly PageLead[]): string[] =>
  leads.flatMap(({ heading, level, text }, at) => {
    if (heading === '') return []
    const next = leads[at + 1]
    const isBelow = next !== undefined && next.level > level && isAnswer(next.text)
    return isAnswer(text) || isBelow ? [heading] : []
  })

/**
 * True for a text of some length with no more questions than other sentences; one that mostly asks is a list of
 * questions for the reader.
 */
const isAnswer = (text: string): boolean =>
  text.length >= (hasUnspaced(text) ? MIN_ANSWER_CHARS / UNSPACED_SHARE : MIN_ANSWER_CHARS) &&
  (text.match(/[?？؟]/gu) ?? []).length <= (text.match(/[.。．！!](?=\s|$|\S)/gu) ?? []).length
