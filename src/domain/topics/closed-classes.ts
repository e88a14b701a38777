import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { stopWordsOf } from '../prompts/stop-words.ts'

/** Words of a language of the classes that take no new members, such as articles; `stopWordsOf` has further ones. */
interface ClosedClasses {
  /** Articles, possessives, and words that ask which. */
  articles: string
  prepositions: string
  /** Words that ask or begin a clause. */
  asks: string
  /** Forms of the verb that says what something is. */
  is: string
}

const CLASSES: Readonly<Record<string, ClosedClasses>> = {
  en: {
    articles: 'a an the my your his its our their which any some each every no',
    prepositions: `in into on onto at by for from of off with within without about above across after against along among
      around before behind below beneath beside besides between beyond despite during inside near outside over past since
      through throughout toward towards under until versus vs via`,
    asks: 'what who how where when why whether if because while though although whose whom',
    is: 'is are was were',
  },
  de: {
    articles: `der die das den dem des ein eine einen einem einer eines kein keine keinen mein meine meinen dein sein ihre
      ihren unser welche welcher welches welchen diese dieser dieses`,
    prepositions: `in im ins an am auf aus bei beim mit ohne für von vom zu zum zur nach über unter vor hinter neben zwischen
      durch gegen um bis seit während wegen`,
    asks: 'was wer wie wo wann warum ob wenn weil dass wofür woher wohin wieso',
    is: 'ist sind war waren',
  },
  fr: {
    articles: `le la les l un une mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet cette ces
      quel quelle quels quelles`,
    prepositions: `de d du des au aux avec sans pour par sur sous dans en entre vers chez depuis pendant avant après contre à`,
    asks: `qui que quoi où quand comment pourquoi si lorsque est-ce qu combien`,
    is: 'est sont était étaient',
  },
  es: {
    articles: `el la los las un una unos unas mi mis tu tus su sus nuestro nuestra este esta estos estas qué cuál cuáles`,
    prepositions: `con sin para por sobre entre desde hasta hacia según durante contra ante bajo tras de del al en a`,
    asks: 'quién cómo cuándo dónde cuánto cuánta cuántos cuántas si porque cuando donde como que',
    is: 'es son era eran',
  },
  it: {
    articles: 'il lo la i gli le l un uno una mio mia suo sua nostro nostra quale quali',
    prepositions: `con senza per su tra fra da di d del dell dello della dei degli delle al all allo alla ai agli alle dal dall
      dalla nel nell nella nei nelle sul sull sulla in a`,
    asks: 'che chi cosa come quando dove perché se quanto quanta quanti quante',
    is: 'è sono era erano',
  },
  pt: {
    articles: 'o a os as um uma uns umas meu minha seu sua nosso nossa qual quais',
    prepositions: `com sem para por pelo pela pelos pelas sobre entre desde até de do da dos das em no na nos nas ao aos à às
      num numa`,
    asks: 'que quem como quando onde porque porquê se quanto quanta quantos quantas',
    is: 'é são era eram',
  },
  nl: {
    articles: 'de het een mijn jouw haar uw ons onze hun welke deze dit die',
    prepositions: `met zonder voor van naar in op aan uit bij na over onder tussen door tegen om tot sinds tijdens`,
    asks: 'wat wie waar wanneer waarom hoe hoeveel als of dat',
    is: 'is zijn was waren',
  },
  sv: {
    articles: 'en ett min din sin sitt sina vår deras vilken vilket vilka',
    prepositions: 'med utan till från av på i vid efter över under mellan genom mot sedan för om',
    asks: 'vad vem hur när var varför att',
    is: 'är var',
  },
  da: {
    articles: 'en et min din sin sit sine vores deres hvilken hvilket hvilke',
    prepositions: 'med uden til fra af på i ved efter over under mellem gennem mod for om',
    asks: 'hvad hvem hvordan hvornår hvor hvorfor at',
    is: 'er var',
  },
  nb: {
    articles: 'en ei et min din sin sitt sine vår deres hvilken hvilket hvilke',
    prepositions: 'med uten til fra av på i ved etter over under mellom gjennom mot for om',
    asks: 'hva hvem hvordan når hvor hvorfor at',
    is: 'er var',
  },
  pl: {
    articles: 'mój moja moje twój twoja nasz nasza jaki jaka jakie który która które',
    prepositions: 'z ze bez dla do od na w we o u po pod nad przed za przy przez między',
    asks: 'co to kto jak gdzie kiedy dlaczego czy jeśli że ile',
    is: 'jest są był była było były',
  },
  ru: {
    articles: 'мой моя мои наш наша какой какая какие какое',
    prepositions:
      'с со без для до от из к ко на в во о об обо у по под над перед за при через между',
    asks: 'что чего чем кто кого кому как где когда почему зачем если чтобы сколько',
    is: 'это такое',
  },
  tr: {
    articles: 'bir hangi bu şu benim senin onun bizim',
    prepositions: '',
    asks: 'ne nasıl nerede neden niçin kim kaç nedir mı mi mu mü',
    is: '',
  },
}

/** The role of a word in a sentence; most words are of the class none. */
export type WordClass = 'article' | 'preposition' | 'asks' | 'is' | 'joins' | 'clause' | 'none'

const AND =
  'and or und oder et ou y e o u ed od en of och eller og i oraz lub albo и или ve veya ya da'

/**
 * Words by language with their classes; a word of several classes has the last of them, since it is mostly that one.
 */
const READ = new Map(
  Object.entries(CLASSES).map(([language, { articles, prepositions, asks, is }]) => {
    const classes = [
      ['joins', AND],
      ['asks', asks],
      ['is', is],
      ['preposition', prepositions],
      ['article', articles],
    ] as const
    const all = classes.flatMap(([kind, words]) =>
      words.split(/\s+/).map((word) => [word, kind] as const),
    )
    return [language, new Map<string, WordClass>(all)]
  }),
)

/** The most languages that are kept in memory, since pages may state made-up ones. */
const MAX_LANGUAGES = 64
const classes = new BoundedMap<string, ReadonlyMap<string, WordClass>>(MAX_LANGUAGES)

/** Returns the class of each closed-class word and stop word of a language; made when first asked for. */
const classesOf = (language: string): ReadonlyMap<string, WordClass> =>
  classes.getOrMake(language, () => {
    const stops = [...stopWordsOf(language)].map((word) => [word, 'clause'] as const)
    return new Map<string, WordClass>([...stops, ...(READ.get(language) ?? [])])
  })

/**
 * Returns the class of a word in sentences of a language: `clause` for a stop word of no other class, `none` for words
 * that are not listed.
 */
export const wordClass = (lower: string, language: string): WordClass =>
  classesOf(language).get(lower) ?? 'none'

/** True for a language whose noun phrases are found by the words around them. */
export const hasClasses = (language: string): boolean => READ.has(language)

/** Matches letters of German, which some other languages have too. */
const GERMAN = /[äöüß]/i
const NOT_GERMAN = /[åæøœçñőűşğıî]/i

/**
 * Guesses the language of a few words by how many of them it has in closed classes; in a tie the first language wins,
 * and English is first. Undefined where none has any, and no letter is German.
 */
export function guessLanguage(text: string): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  let best: string | undefined
  let most = 0
  for (const [language, known] of READ) {
    const count = words.filter((word) => (known.get(word) ?? 'joins') !== 'joins').length
    if (count > most) [best, most] = [language, count]
  }
  return best ?? (GERMAN.test(text) && !NOT_GERMAN.test(text) ? 'de' : undefined)
}
