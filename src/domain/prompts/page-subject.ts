import type { PageLead } from '../page/page-leads.ts'
import { cleanValue } from './clean-value.ts'
import type { PromptPage } from './prompt-page.ts'

const MAX_CHARS = 100
const SEPARATOR = / (?:[|–—•·»›]|- -|-) |｜/u

/**
 * The title of the text: its first-level heading where that stands in the main text, else the title of the page
 * without the name of the site behind it.
 */
export function subjectOf(
  { title, h1 }: Pick<PromptPage, 'title' | 'h1'>,
  leads: readonly PageLead[],
): string {
  const heading = leads.find(({ level, text }) => level === 1 && text !== '')?.heading
  const [first = ''] = (title ?? '').split(SEPARATOR, 1)
  const text = heading ?? (first.trim() === '' ? (h1 ?? '') : first)
  const line = cleanValue(text, MAX_CHARS + 1).replace(/^[#¶§]+ ?/u, '')
  return line.length > MAX_CHARS ? '' : line
}
