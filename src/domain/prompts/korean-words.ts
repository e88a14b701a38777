const HANGUL = /\p{Script=Hangul}$/u
/** Ends of verbs and of what hangs on them, which name nothing. */
const VERB =
  /(?:니다|[했됐였었았한된있없]다|하는|되는|있는|없는|하고|되고|하며|되며|하면|되면|하지만|되지만|하려면|해서|하게|되어|하여|까요|[어아해]요|세요|네요|지요|는데|도록)$/u
/** Particles that no noun of three syllables or more ends in. */
const PARTICLE =
  /^(.{2,}?)(?:[을를]|에서는?|에게|으로|까지|부터|이라는|라는|들의|에는|에도|[와과]의|들[은이을과])$/u
/** Those that short nouns end in too. */
const SHORT_PARTICLE = /^(.{3,}?)(?:[의은는])$/u
/** Behind letters of another script, nothing is part of the noun. */
const BEHIND_LATIN = /^(.*[A-Za-z\d])(?:[의은는이가을를에와과로도만]|에서|으로)$/u

/** True for a Korean word that is a verb. */
export const isKoreanVerb = (word: string): boolean => HANGUL.test(word) && VERB.test(word)

/** A Korean noun without the particle that says what part it has in the sentence; any other word as it is. */
export function withoutParticle(word: string): string {
  if (!HANGUL.test(word)) return word
  const match = BEHIND_LATIN.exec(word) ?? PARTICLE.exec(word) ?? SHORT_PARTICLE.exec(word)
  return match?.[1] ?? word
}
