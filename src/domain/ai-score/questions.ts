/** Matches beginnings of questions, by language; a heading often has no question mark. */
const STARTS: Readonly<Record<string, RegExp>> = {
  en: /^(?:how|what|why|when|where|which|who|whose|can|does|do|is|are|should)\s/i,
  de: /^(?:wie|was|warum|wieso|weshalb|wann|wo|woher|wohin|welche[rsnm]?|wer|kann|gibt)\s/i,
  fr: /^(?:comment|pourquoi|quand|où|quel(?:le)?s?|qui|combien|qu['’]est-ce)\s/i,
  es: /^¿?(?:cómo|qué|por qué|cuándo|dónde|cuál(?:es)?|quién|cuánt[oa]s?)\s/i,
  it: /^(?:come|cosa|che cosa|perché|quando|dove|quale|quali|chi|quanto|quanti)\s/i,
  pt: /^(?:como|o que|por que|quando|onde|qual|quais|quem|quanto|quantos)\s/i,
}
const MAX_HEADING = 200

/**
 * True when a heading is a question: it ends with a question mark, or begins like a question in the language of the
 * page.
 */
export function isQuestion(heading: string, language: string | null): boolean {
  const text = heading.trim()
  if (text === '' || text.length > MAX_HEADING) return false
  if (/(?:[?？؟]|[でま]すか)$/.test(text)) return true
  return STARTS[(language ?? 'en').split('-')[0]?.toLowerCase() ?? 'en']?.test(text) ?? false
}
