import { foldedForm } from './fold-answer.ts'

// Words by which answers praise or fault a product, in lists of our own, as of 2026-11-20. A word that does both, or
// that is of the subject rather than of the product (`free`, `cheap`, `problem`, `critical`), is left out.
interface Lists {
  /** Words of high praise, each worth twice an ordinary one. */
  excellent: string
  good: string
  bad: string
  awful: string
  /** Words that turn what follows. */
  not: string
  /** Endings that a word may also have. */
  endings: readonly string[]
}

const LISTS: Readonly<Record<string, Lists>> = {
  en: {
    excellent: `excellent outstanding superb exceptional best award-winning perfect amazing fantastic superior brilliant
      unmatched flawless impressive`,
    good: `good great strong reliable trusted trustworthy popular robust easy intuitive fast efficient affordable helpful
      useful accurate solid powerful flexible versatile comprehensive recommended recommend reputable respected favorite
      favourite leading safe secure durable comfortable friendly responsive praised loved well-regarded well-known
      user-friendly high-quality worthwhile ideal convenient innovative effective better stable polished`,
    bad: `bad weak slow expensive overpriced unreliable difficult confusing limited lacking lacks outdated buggy complicated
      clunky cumbersome inconsistent disappointing frustrating inaccurate noisy fragile flimsy unstable poorly poor worse
      mediocre unresponsive criticized criticised complaints uncomfortable unsafe insecure inferior dated drawback drawbacks
      misleading`,
    awful: `terrible horrible awful worst scam fraud fraudulent dangerous useless broken dreadful abysmal unusable`,
    not: `not no never neither nor without hardly barely isn't aren't wasn't weren't doesn't don't didn't won't can't cannot
      couldn't wouldn't shouldn't hasn't haven't`,
    endings: ['ly'],
  },
  de: {
    excellent: `ausgezeichnet hervorragend exzellent beste besten bester bestes perfekt großartig fantastisch überragend
      erstklassig brillant einwandfrei beeindruckend`,
    good: `gut stark zuverlässig vertrauenswürdig beliebt robust einfach intuitiv schnell effizient günstig hilfreich nützlich
      genau solide leistungsstark flexibel vielseitig umfassend empfohlen empfehlenswert empfehlen renommiert führend sicher
      langlebig bequem freundlich gelobt hochwertig benutzerfreundlich ideal praktisch innovativ effektiv besser bewährt
      seriös stabil übersichtlich preiswert geschätzt`,
    bad: `schlecht schwach langsam teuer überteuert unzuverlässig schwierig verwirrend eingeschränkt veraltet fehlerhaft
      kompliziert umständlich enttäuschend frustrierend ungenau laut instabil mangelhaft schlechter mittelmäßig kritisiert
      beschwerden unbequem unsicher minderwertig nachteil nachteile irreführend unübersichtlich`,
    awful: `schrecklich furchtbar katastrophal miserabel betrug betrügerisch gefährlich nutzlos unbrauchbar kaputt schlechteste
      schlechtesten`,
    not: `nicht kein keine keinen keiner keinem keines nie niemals ohne kaum weder`,
    endings: ['e', 'en', 'em', 'er', 'es'],
  },
}

/** The words of a language, folded. */
export interface Lexicon {
  /** Returns what a word adds to the score. */
  polarityOf(word: string): number
  isNegation(word: string): boolean
}

const STRONG = 0.5
const MILD = 0.25

function lexiconOf(lists: Lists): Lexicon {
  const polarities = new Map<string, number>()
  const add = (words: string, polarity: number): void => {
    for (const word of wordsOf(words)) polarities.set(word, polarity)
  }
  add(lists.excellent, STRONG)
  add(lists.good, MILD)
  add(lists.bad, -MILD)
  add(lists.awful, -STRONG)
  const negations = new Set(wordsOf(lists.not))
  return {
    polarityOf(word) {
      const known = polarities.get(word)
      if (known !== undefined) return known
      const ending = lists.endings.find((one) => polarities.has(stem(word, one)))
      return ending === undefined ? 0 : (polarities.get(stem(word, ending)) ?? 0)
    },
    isNegation: (word) => negations.has(word),
  }
}

const wordsOf = (words: string): string[] => words.split(/\s+/).map(foldedForm)

const stem = (word: string, ending: string): string =>
  word.endsWith(ending) ? word.slice(0, -ending.length) : ''

/** Lexicons by language, the only ones in which a sentiment is read. */
export const LEXICONS: ReadonlyMap<string, Lexicon> = new Map(
  Object.entries(LISTS).map(([language, lists]) => [language, lexiconOf(lists)]),
)
