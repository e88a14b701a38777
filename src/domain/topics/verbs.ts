/** English words behind which a subject of its own comes, and then a verb: `Where can I rent a kayak?` */
const AUXILIARIES: ReadonlySet<string> = new Set(
  'can could do does did should shall may might must will would'.split(' '),
)
/** True for a verb of English that stands before its subject in a question. */
export const isAuxiliary = (lower: string): boolean => AUXILIARIES.has(lower)

const PRONOUNS: ReadonlySet<string> = new Set('i you we they one he she it'.split(' '))
export const isPronoun = (lower: string): boolean => PRONOUNS.has(lower)

/** English words before a `to` that a verb follows. */
const BEFORE_TO: ReadonlySet<string> = new Set(
  'how where when what want need have like able allowed possible best safe legal easy cost takes take time permit licence license'.split(
    ' ',
  ),
)

/** Words of Romance languages that an infinitive follows; `INFINITIVE` matches the endings of infinitives. */
const BEFORE_INFINITIVE: ReadonlySet<string> = new Set(
  `puedo puede pueden podemos podría debo debe debemos cómo como quiero para hay que tengo necesito posso pode podemos devo
  preciso quero peux peut-on puis-je peut pouvez dois doit doit-on faut-il faut comment pour veux voudrais posso può
  possiamo devo devono voglio per`.split(/\s+/),
)
/** Words that ask which; an infinitive ends such a question: `Quelle pompe choisir ?` */
const WHICH: ReadonlySet<string> = new Set(
  'quel quelle quels quelles qué cuál cuáles quale quali qual quais'.split(' '),
)
const INFINITIVE = /^\p{Ll}{2,}(?:[aei]r(?:se|me|lo|la)?|[aei]re|rre|oir|dre|tre)$/u

/** True for a word with the ending that infinitives of Romance languages have, and some nouns. */
export const isLikeInfinitive = (word: string): boolean => INFINITIVE.test(word)

/** Endings of infinitives in languages that put them last; other words have them too. */
const LAST_INFINITIVES: Readonly<Record<string, RegExp>> = {
  de: /(?:en|ern|eln)$/,
  nl: /en$/,
  ru: /[аиеяуы]ть$/,
  pl: /[aieyoąę]ć$/,
}

/** True for a word that may be an infinitive at the end of a phrase. */
export const isLikeLastInfinitive = (lower: string, language: string): boolean =>
  LAST_INFINITIVES[language]?.test(lower) ?? false

/** Modal verbs of German and Dutch, whose infinitive ends the question; nouns of German have capitals. */
const MODALS: ReadonlySet<string> = new Set(
  'kann können könnte muss müssen soll sollte darf dürfen möchte will kan kunnen moet moeten mag wil'.split(
    ' ',
  ),
)
const LAST_INFINITIVE = /^\p{Ll}{2,}(?:en|ern|eln)$/u

/**
 * Finds the places of the verbs of a question, which say what somebody wants to do and not with what: `rent` in `rent
 * wetsuits`. Names are no verbs, and in languages that it does not know it finds no verb.
 */
export function verbPlaces(words: readonly { text: string }[]): ReadonlySet<number> {
  const lower = words.map(({ text }) => text.toLowerCase())
  const places = new Set<number>()
  for (const [at, { text }] of words.entries()) {
    const before = lower.slice(Math.max(0, at - 2), at)
    const isPlain = text === lower[at]
    if ((isPlain && isEnglishVerb(before)) || isInfinitive(text, before)) places.add(at)
  }
  const last = words.at(-1)?.text ?? ''
  if (WHICH.has(lower[0] ?? '') && INFINITIVE.test(last)) places.add(words.length - 1)
  if (LAST_INFINITIVE.test(last) && lower.some((word) => MODALS.has(word))) {
    places.add(words.length - 1)
  }
  return places
}

/** English pronouns that are subjects and nothing else. */
const SUBJECTS: ReadonlySet<string> = new Set('i we they he she'.split(' '))

/** True for a word behind `can you` or `if I`, and behind `how to`; takes the two words before it. */
const isEnglishVerb = ([two = '', one = '']: readonly string[]): boolean =>
  SUBJECTS.has(one) ||
  (AUXILIARIES.has(two) && PRONOUNS.has(one)) ||
  (one === 'to' && BEFORE_TO.has(two))

const isInfinitive = (text: string, before: readonly string[]): boolean =>
  BEFORE_INFINITIVE.has(before.at(-1) ?? '') && INFINITIVE.test(text)
