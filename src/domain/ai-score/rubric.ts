import type { RubricCheck } from './rubric-check.ts'
import { RUBRIC_CONTENT } from './rubric-content.ts'
import { RUBRIC_ACCESS } from './rubric-access.ts'

/** Checks of what helps machines to find the page and to learn how it may be used. */
const RUBRIC_DISCOVERY = [
  {
    id: 'F1',
    category: 'discovery',
    weight: 4,
    title: 'A sitemap names this page and when it changed',
    fault: '{is|are} missing from the sitemap, or {stands|stand} in it without a date of change',
    why: 'It is how crawlers find pages that few links lead to, and know which to fetch again.',
    fix: 'Serve a valid sitemap, name it in robots.txt, list this address in it, and set lastmod when the text changes, not when the sitemap is made.',
    source: 'https://www.sitemaps.org/protocol.html',
  },
  {
    id: 'F2',
    category: 'discovery',
    weight: 1,
    title: 'llms.txt gives an overview',
    fault: '{has|have} an llms.txt that gives no overview',
    why: 'Some agents and audits look for it. Having none costs nothing: no search engine says that it needs it.',
    fix: 'Serve /llms.txt as text: a line with "# name", a summary, and links that work.',
    source: 'https://llmstxt.org/',
  },
  {
    id: 'F3',
    category: 'discovery',
    weight: 2,
    title: 'Markdown that is offered can be had',
    fault: '{offers|offer} Markdown that cannot be had as it should',
    why: 'Markdown is a fraction of the size of HTML, and leaves out what is not text. Offering none costs nothing.',
    fix: 'Answer Accept: text/markdown with Markdown and Vary: Accept, or link a Markdown version with rel=alternate type=text/markdown.',
    source: 'https://developers.cloudflare.com/fundamentals/reference/markdown-for-agents/',
  },
  {
    id: 'F4',
    category: 'discovery',
    weight: 1,
    title: 'Use of the content is signalled, without contradiction',
    fault:
      '{has|have} a signal for the use of {its|their} content that is unknown or contradictory',
    why: 'A signal says what robots.txt rules cannot: what text may be used for once it was fetched. Having none costs nothing.',
    fix: 'Add a line such as "Content-Signal: search=yes, ai-input=yes, ai-train=no" to robots.txt, in agreement with its rules.',
    source: 'https://contentsignals.org/',
  },
  {
    id: 'F5',
    category: 'discovery',
    weight: 1,
    title: 'The licence can be read by machines',
    fault: '{has|have} a licence that machines cannot read',
    why: 'Licensing of content for AI starts with terms that a crawler can find. Having none costs nothing.',
    fix: 'Let the License line of robots.txt, rel=license or tdmrep.json name an absolute address, or valid JSON.',
    source: 'https://rslstandard.org/rsl',
  },
  {
    id: 'F6',
    category: 'discovery',
    weight: 1,
    title: 'Interfaces for agents can be read',
    fault: '{has|have} an interface for agents that cannot be read',
    why: 'Agents that act look for a description of what the site offers at known places. Having none costs nothing.',
    fix: 'Serve the document in the evidence as valid JSON, such as /.well-known/api-catalog (RFC 9727).',
    source: 'https://www.rfc-editor.org/rfc/rfc9727',
  },
] as const satisfies readonly RubricCheck[]

const CHECKS = [...RUBRIC_ACCESS, ...RUBRIC_CONTENT, ...RUBRIC_DISCOVERY] as const

export type CheckId = (typeof CHECKS)[number]['id']

/** All checks, in the order of their ids. */
export const RUBRIC: readonly (RubricCheck & { id: CheckId })[] = CHECKS
