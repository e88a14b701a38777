import type { PageLead } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'
import { quotedInside } from './clean-value.ts'
import type { PlaceholderValues } from './fill-template.ts'
import { PROMPT_LOCALES, questionFormsOf, type PromptLanguage } from './locales.ts'
import { isChangeLog } from './own-questions.ts'
import { hasUnspaced } from './segment-words.ts'
import type { PromptPage } from './prompt-page.ts'
import { filledQuestion } from './read-as-question.ts'
import { isLabel, isPartTitle, isTitle } from './title-rules.ts'
import { isAboutOrContact, siteNameOf } from './usual-questions.ts'

/** A text with as many answered headings has parts to name. */
const MIN_PARTS = 3
/** A shorter text is read sooner than it is asked about; a letter of some scripts is a token of its own. */
const MIN_TOKENS = 120
const MIN_UNSPACED_TOKENS = 250

interface WholePage {
  page: Pick<PromptPage, 'type' | 'publishedAt' | 'tokenEstimate'>
  subject: string
  leads: readonly PageLead[]
  /** How many sections below the title have a text. */
  parts: number
}

/**
 * The question about a whole text, for want of a better one: what an article is about, or what a site says about the title
 * of any other page. None about a short text, a list of releases, or a title that names nothing.
 */
export function wholeQuestion(
  { page, subject, leads, parts }: WholePage,
  values: PlaceholderValues,
  language: PromptLanguage,
): string | undefined {
  const { type } = page
  if (!isLong(page, subject) || isChangeLog(leads) || !isAskable(type, subject, leads))
    return undefined
  const forms = questionFormsOf(language)
  const title = quotedInside(subject, PROMPT_LOCALES[language].quotes)
  if (isArticle(page)) {
    return filledQuestion(parts >= MIN_PARTS ? forms.points : forms.gist, ['', title])
  }
  const site = siteNameOf(values)
  if (site !== undefined && !subject.toLowerCase().includes(site.toLowerCase())) {
    return filledQuestion(forms.says, ['', title, site])
  }
  return isLabel(subject, type, language) ? undefined : filledQuestion(forms.pageSays, ['', title])
}

/** True for a text that is asked about as an article is: one, or another with a day. */
export const isArticle = ({
  type,
  publishedAt,
}: Pick<PromptPage, 'type' | 'publishedAt'>): boolean =>
  type === 'article' || (type === 'other' && publishedAt !== null)

/** True for a text that takes longer to read than to ask about; one whose length is not known may be. */
function isLong({ tokenEstimate }: WholePage['page'], title: string): boolean {
  const least = hasUnspaced(title) ? MIN_UNSPACED_TOKENS : MIN_TOKENS
  return (tokenEstimate ?? least) >= least
}

/** The title names something, and no part that any site has. */
const isAskable = (type: PageType, title: string, leads: readonly PageLead[]): boolean =>
  type !== 'legal' && isTitle(title, leads) && !isPartTitle(title) && !isAboutOrContact(title)
