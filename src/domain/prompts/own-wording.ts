import type { QuestionForms } from './templates/question-forms.ts'
import { hasSubject } from './question-key.ts'
import { filledQuestion } from './read-as-question.ts'

/** A label before a question: `Plan: which degrees of openness are there?`. */
const LABELLED = /^[^:：?？]{2,40}? ?[:：] ?([^:：]{10,}[?？])$/u
/** Marks of a question in an interview. */
const MARKED = /^(?:Q|Frage|問|질문|问)\s?\d{0,3}\s?[.:：．)]\s?(?=\S)/iu
/** What hangs on the sentence before: `When should I use it, then?`. */
const HANGING = /, ?(?:then|though|alors|donc|entonces|pues|então|denn|dan|więc|då)(?= ?[?？]$)/iu

/**
 * Asks of what was named above it: `How does it work?`. Other languages would have to agree with a name, and other words
 * ask of nothing: `What if it rains?`.
 */
const OF_IT =
  /^((?:how|what|why|when|where|wie|was|warum|wann|hoe|wat|waarom|wanneer|hur|vad|varför|när) (?:is|was|does|did|will|can|should|ist|macht|kann|kostet|bedeutet|bringt|funktioniert|doet|kan|kost|betekent|werkt|är|gör|kostar|betyder|fungerar)) (?:it|es|das|het|det|den)((?: \p{L}+)?\?)$/iu

/**
 * A question that the page asks, as it stands alone: without what leads to it, as a sentence, and with the name of what
 * it asks about. Empty where it needs a name and there is none.
 */
export function ownWording(
  text: string,
  forms: QuestionForms,
  { language, name }: { language: string; name?: string | undefined },
): string {
  if (!/[?？]$/u.test(text)) return text
  const plain = language === 'fr' ? text : text.replace(/ +(?=[?？]$)/u, '')
  return standingAlone(plain.replace(MARKED, ''), forms, { language, name })
}

function standingAlone(
  text: string,
  { own = [], asks: isAsked }: QuestionForms,
  { language, name }: { language: string; name?: string | undefined },
): string {
  const [, asks, rest = ''] = OF_IT.exec(text) ?? []
  if (asks !== undefined) {
    return name === undefined || isPlural(name, language) ? '' : `${asks} ${name}${rest}`
  }
  const alone = withoutLead(text, language, isAsked).replace(HANGING, '')
  const form = own.find(([pattern]) => pattern.test(alone))
  return form === undefined ? alone : filledQuestion(form[1], [...(form[0].exec(alone) ?? [])])
}

/** True for a name that its verb would have to agree with, as `Maintenance plans`; names of products mostly have capitals. */
const isPlural = (name: string, language: string): boolean =>
  (language === 'en' && / \p{Ll}+[^s\P{L}]s$/u.test(name)) ||
  (language === 'nl' && /\p{Ll}{4}en(?!\p{L})/u.test(name))

/** Cuts the label before a question, where the rest says what it is about. */
function withoutLead(text: string, language: string, isAsked = /./u): string {
  const [, asked = ''] = LABELLED.exec(text) ?? []
  if (asked === '' || !hasSubject(asked, language) || !isAsked.test(asked)) return text
  return asked.charAt(0).toUpperCase() + asked.slice(1)
}
