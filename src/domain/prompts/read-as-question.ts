import type { QuestionForms } from './templates/question-forms.ts'

/**
 * The question that a heading asks when it is read as one; undefined when no reading fits. `name` is what the page is
 * about, where that is a name: `Installation` asks how to install that.
 */
export function readAsQuestion(
  heading: string,
  forms: QuestionForms,
  isInstruction: boolean,
  name?: string,
): string | undefined {
  const ofPage = forms.ofPage?.find(([pattern]) => pattern.test(heading))
  if (ofPage !== undefined) {
    // A page that is called by the same words does not say of what.
    const isNamed = name !== undefined && !forms.ofPage?.some(([pattern]) => pattern.test(name))
    return isNamed ? filledQuestion(ofPage[1], ['', name]) : undefined
  }
  if (CODE.test(heading)) return filledQuestion(forms.use, ['', heading])
  const [, last = heading] = AFTER_COLON.exec(heading) ?? []
  return (
    readWhole(heading, forms, isInstruction) ?? readWhole(capitalized(last), forms, isInstruction)
  )
}

/** A function, an option or another name of a program. Short ones such as `vSphere` are products. */
const CODE =
  /^(?:--?[a-z][\w-]+|[\w.$]+\([^()]*\)|[a-z]{4,}(?:[A-Z][a-z0-9]+)+|[a-z]+(?:_[a-z0-9]+)+|[a-z]+\.[a-z]+[A-Z]\w*|@[a-z][\w/-]+)$/
/** A sentence begins with a capital, but for names such as `iPod`. */
const capitalized = (text: string): string =>
  text.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase())

/** What a title says after its subject, `Backups: how to restore a file`; the sessions of a meeting only name what they treat. */
const AFTER_COLON =
  /^(?!(?:session|workshop|atelier|sitzung|sesión|sessão|sessie|sesja|oturum|day|tag|día|jour|dia|dag|dzień|gün) ?\d)[^:：]{2,60}[:：] ?(.{6,})$/iu

function readWhole(
  heading: string,
  forms: QuestionForms,
  isInstruction: boolean,
): string | undefined {
  const readings = isInstruction ? [...forms.readings, ...forms.steps] : forms.readings
  for (const [pattern, question] of readings) {
    const match = pattern.exec(heading)
    if (match !== null) return question === null ? undefined : mended(question, [...match], forms)
  }
  return undefined
}

/** Fills a question, with the elisions of its language. */
export function mended(
  question: string,
  parts: readonly string[],
  { mend = [] }: QuestionForms,
): string {
  return mend.reduce(
    (text, [pattern, better]) => text.replace(pattern, better),
    filledQuestion(question, parts),
  )
}

/** Fills `$1` with what a pattern took, and `$l1` with the same in the middle of a sentence. */
export const filledQuestion = (question: string, parts: readonly string[]): string =>
  question.replaceAll(/\$([alv]?)(\d)/g, (_all, small: string, place: string) => {
    const part = (parts[Number(place)] ?? '').trim()
    const isSmall = small === 'v' || (small === 'a' && ARTICLE.test(part.split(' ', 1)[0] ?? ''))
    if (isSmall) return part.charAt(0).toLowerCase() + part.slice(1)
    if (small === 'a') return part
    return small === '' ? part : inSentence(part)
  })

/** A small first letter, but not for names: a word with another capital or digit, or before one with a capital or a number. */
function inSentence(text: string): string {
  if (/^L[’']/.test(text)) return `l${text.slice(1)}`
  const [first = '', second = ''] = text.split(' ', 2)
  const isName =
    /^.+[\p{Lu}\d]|.[’']s$/u.test(first) ||
    (!ARTICLE.test(first) && /^\p{Lu}/u.test(first) && /^[\p{Lu}\d]/u.test(second)) ||
    (second === '' && !/^\p{Lu}\p{Ll}+s$/u.test(first))
  return isName ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

const ARTICLE = /^(?:the|an?|der|die|das|eine?n?|l[eao]s?|un[ae]?|el|los|os?|as?|de|het|een)$/i
