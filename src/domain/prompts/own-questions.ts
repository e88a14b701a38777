import type { PageLead } from '../page/page-leads.ts'
import { hasUnspaced } from './segment-words.ts'
import type { QuestionForms } from './templates/question-forms.ts'

const MIN_WORDS = 2
const MIN_UNSPACED_CHARS = 7
const MIN_CHARS = 9
const MIN_ANSWER_CHARS = 30
/** A letter of a script without spaces says as much as two others. */
const UNSPACED_SHARE = 2

/** Full stops that end no sentence: in numbers, behind days and abbreviations. */
const WITHIN_A_SENTENCE =
  /(?<!\d)\d{1,2}\. ?(?=\p{L})|\d\.\d|\p{L}\.\p{L}|(?<!\p{L})(?:\p{L}|St|Dr|Mrs?|Prof|vs|Nr|bzw|ca|inkl|ggf|evtl|Sra?|Sta?)\. /gu

/** True for a question that stands by itself: not `Why?`, no invitation, no teaser. */
export function isOwnQuestion(text: string, { invitation, asks }: QuestionForms): boolean {
  if (!/[?？]$/u.test(text) || /[!！]|\.{3}|…|[.。] ?./u.test(text.replace(WITHIN_A_SENTENCE, '')))
    return false
  if (invitation.test(text) || (asks !== undefined && !asks.test(text))) return false
  return hasUnspaced(text)
    ? text.length >= MIN_UNSPACED_CHARS
    : text.length >= MIN_CHARS &&
        text.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length >= MIN_WORDS
}

/** Words by which a site speaks of itself, in the languages of the prompts. */
const OF_THE_SITE =
  /(?:^|[^\p{L}])(?:we|our|ours|us|wir|uns|unser\p{L}*|wij|ons|onze|nous|notre|nos|nosotr[oa]s|nuestr[oa]s?|nós|noss[oa]s?|nam|nas|nasz\p{L}*|vi|oss|våra?|biz|bizim|bize)(?![\p{L}])|私たち|わたしたち|当社|弊社|当サイト|我々|我们|我們|本公司|우리|저희|^(?:¿\s?)?(?:qu[eé]|c[oó]mo|d[oó]nde|cu[aá]ndo|por qu[eé]|o que|onde|quando) (?:\p{L}+ )?\p{L}{2,}mos(?!\p{L})|^(?:co|jak|gdzie|kiedy|kogo|komu|dlaczego|w jaki sposób)(?: \p{L}+)? \p{L}{2,}[aeiy]my(?!\p{L})/iu

/** True for a question in the voice of the site: `Where do we work?` is none that a reader has. */
export const isOfTheSite = (text: string): boolean => OF_THE_SITE.test(text)

/** Questions that lean on the sentence before them, or that somebody is asked in person, in Korean. */
const TO_SOMEBODY =
  /^(?:그러면|그럼|그렇다면|그래서|그런데|근데) |(?:시나요|신가요|셨나요|으실까요|십니까)[?？]$/u

/** True for a question that a reader has of a page, and that was not put to somebody else. */
export const isOfReaders = (text: string): boolean => !TO_SOMEBODY.test(text)

/** The headings that have an answer: a text of their own, or sections below them. */
export function answeredLeads(leads: readonly PageLead[], minChars = MIN_ANSWER_CHARS): PageLead[] {
  return leads.filter(({ heading, level, text }, at) => {
    if (heading === '') return false
    const next = leads[at + 1]
    return isAnswer(text, minChars) || (next !== undefined && next.level > level)
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

/** Asks for several things, which the headings below it name. */
const ASKS_FOR_SEVERAL =
  /^(?:what are|which|welche|was sind|¿ ?cuáles son|quel(?:le)?s sont|quais s[aã]o|welke|wat zijn|jakie są|vilka|vad är) .*[?？]$/iu

/** The leads that do not stand below a question which they answer: `Check the mooring` below `What are my duties?`. */
export function besideQuestions(leads: readonly PageLead[]): PageLead[] {
  let asked = 0
  return leads.filter(({ heading, level }) => {
    if (asked > 0 && level > asked) return false
    asked = level > 1 && ASKS_FOR_SEVERAL.test(heading) ? level : 0
    return true
  })
}

/** True for a list of what was changed from release to release. */
export const isChangeLog = (leads: readonly PageLead[]): boolean =>
  leads.filter(isRelease).length >= MIN_RELEASES
const MIN_RELEASES = 3

const isRelease = ({ heading, level }: PageLead): boolean => level > 1 && RELEASE.test(heading)
const RELEASE = /(?:^|[\sv(])\d{1,4}\.\d|^\[?\d{4}-\d\d/u

const isAnswer = (text: string, minChars = MIN_ANSWER_CHARS): boolean =>
  (text.length >= minChars || (text.length >= minChars / UNSPACED_SHARE && hasUnspaced(text))) &&
  !(text.length <= MAX_REFERRAL_CHARS && REFERS.test(text))

/** A short text that sends its reader elsewhere answers nothing. */
const MAX_REFERRAL_CHARS = 160
const REFERS =
  /^(?:(?:please|for (?:more|details|further)[^,.]{0,40},?) )?(?:(?:refer|go|head(?: over)?) to|see|check(?: out)?|visit|read|have a look|take a look|consult|follow the|siehe|mehr (?:dazu|infos)|weitere|voir|consulte[rz]?|consulta|v[eé]ase|ver (?:el|la|más)|veja|zie|bekijk|zobacz|läs mer)(?![\p{L}])/iu

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
  leads.filter(({ text }) => /(?<!\d)(?:19|20)\d\d(?!\d)/.test(text.slice(0, MAX_DATE_CHARS)))
    .length >= MIN_DATED

const MIN_DATED = 2

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
