import type { PromptLanguage } from './locales.ts'

/** The words of a language by which a question shows who asks whom. */
interface Voices {
  /** Matches words by which the writer of a text speaks of himself or herself. */
  self: RegExp
  /** Matches words by which somebody is spoken to. */
  addressed: RegExp
  /** Matches words that point at something that was said before the question. */
  leaning: RegExp
}

const word = (words: string, flags = 'iu'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, flags)
/** Makes the pattern of words that stand last before the question mark. */
const last = (words: string): string => `(?:${words})(?= ?\\?)`

const VOICES: Readonly<Record<PromptLanguage, Voices>> = {
  en: {
    self: word('I|me|my|mine'),
    addressed: word('you|your|yours|yourself'),
    // `Is it safe to swim?` points at what follows.
    leaning: word(
      `this|these|those|they|them|their|he|him|his|she|her|its|above|below|here|${last('that')}|it(?! .*(?:to|that|if|when|for)(?!\\p{L}))`,
    ),
  },
  de: {
    self: word('ich|mich|mir|mein\\p{L}*'),
    addressed:
      /(?<!\p{L})(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\p{L}*|[Ee]uch|[Ee]ure?\p{L}?)(?!\p{L})|(?<=\S )(?:Sie|Ihnen|Ihre?\p{L}?)(?!\p{L})/u,
    leaning:
      // `Sie` with a capital is the person who is spoken to.
      /(?<!\p{L})(?:[Dd]ies(?:e[rsmn]?)?|[Jj]ene[rsmn]?|[Ii]hm|[Ii]hn|[Dd]a(?:von|mit|zu|für|rin|ran|bei|gegen|rauf|rüber)|[Hh]ier|sie)(?!\p{L})|(?<!\p{L})(?:das|es|er)(?= ?\?)/u,
  },
  es: {
    self: word('yo|me|mí|mis?'),
    addressed: word('tú|te|ti|tus?|usted(?:es)?|os|vosotr[oa]s|vuestr[oa]s?'),
    leaning: word(
      'est[aeo]s?|es[aeo]s?|aquell?[aeo]?s?|él|ell[ao]s?|aquí|\\p{L}{3,}[aeiáéí]rl[oa]s?',
    ),
  },
  fr: {
    self: word("je|me|moi|mon|ma|mes|[jm][’'].*"),
    addressed: word("vous|votre|vos|tu|te|toi|ton|ta|tes|t[’'].*"),
    leaning: word(
      `cela|ça|celui|celles?|ceux|cet|cette|ces|ici|(?<![-’'])ce(?! (?:que|qui))|${last('\\p{L}+-(?:t-)?(?:ils?|elles?)')}`,
    ),
  },
  pt: {
    self: word('eu|me|mim|meus?|minhas?'),
    addressed: word('você|vocês|tu|te|teus?|tuas?'),
    leaning: word('[dn]?(?:est[ea]s?|ess[ea]s?|isto|isso|el[ea]s?)|aqui|\\p{L}+-l[oa]s?'),
  },
  nl: {
    self: word('ik|me|mij|mijn'),
    addressed: word('je|jij|jou|jouw|jullie|u|uw'),
    leaning: word(
      `dit|deze|die|hij|zij|hem|hun|hier|daarmee|daarvan|ervan|eraan|ermee|${last('dat|het|ze')}`,
    ),
  },
  pl: {
    self: word('ja|mnie|mi|mój|moj\\p{L}+|mam'),
    addressed: word('ty|cię|ci|tobie|twój|twoj\\p{L}+|wasz\\p{L}*|państw\\p{L}+|\\p{L}{2,}sz'),
    leaning: word(
      `tego|temu|tym|ten|ta|te|tej|tą|tę|oni|one|ono|ona|on|jego|jej|ich|nim|nią|nimi|tutaj|${last('to')}`,
    ),
  },
  sv: {
    self: word('jag|mig|min|mitt|mina'),
    addressed: word('du|dig|din|ditt|dina|ni|er|ert|era'),
    leaning: word(
      `detta|denna|dessa|den här|det här|de här|han|hon|dem|deras|dess|här|${last('den|det|de')}`,
    ),
  },
  tr: {
    self: word('ben|bana|beni|benim'),
    addressed: word(
      `sen|seni|sana|senin|siz|sizi|size|sizin|\\p{L}+(?:${last('s[ıiuü]n(?:[ıiuü]z)?')})`,
    ),
    leaning: word('bu|şu|o|bunlar|onlar|bunu|onu|bunun|onun|buna|ona|bunlar\\p{L}*|onlar\\p{L}*'),
  },
  ja: {
    self: /私|僕|俺|わたし|自分/u,
    addressed: /あなた|皆さん|皆様|みなさん|お前|君は/u,
    leaning:
      /^(?:ちなみに|結局|なお|でも|しかし|そもそも|つまり)|これ|それ|あれ|この|その|あの|こんな|そんな|ここ|そこ|彼/u,
  },
  zh: { self: /我(?!们)/u, addressed: /你|您/u, leaning: /这|此|它|那/u },
  ko: {
    self: /(?<!\p{L})(?:나는|내가|제가|저는|내)(?!\p{L})/u,
    addressed: /당신|여러분|(?:시나요|신가요|셨나요|으실까요|십니까|세요)[?？]$/u,
    leaning:
      /이것|그것|저것|이런|그런|^[이그] |여기|거기|^(?:그러면|그럼|그렇다면|그래서|그런데|근데) /u,
  },
}

/** Matches words by which a site speaks of itself, in the languages of the prompts. */
const OF_THE_SITE =
  /(?:^|[^\p{L}])(?:we|our|ours|us|wir|uns|unser\p{L}*|wij|ons|onze|nous|notre|nos|nosotr[oa]s|nuestr[oa]s?|nós|noss[oa]s?|nam|nas|nasz\p{L}*|vi|oss|våra?|biz|bizim|bize)(?![\p{L}])|私たち|わたしたち|当社|弊社|当サイト|我々|我们|我們|本公司|우리|저희|^(?:¿\s?)?(?:qu[eé]|c[oó]mo|d[oó]nde|cu[aá]ndo|por qu[eé]|o que|onde|quando) (?:\p{L}+ )?\p{L}{2,}mos(?!\p{L})|^(?:co|jak|gdzie|kiedy|kogo|komu|dlaczego|w jaki sposób)(?: \p{L}+)? \p{L}{2,}[aeiy]my(?!\p{L})/iu

/** True for a text in the voice of the site: `Where do we work?` is no question that a reader has. */
export const isOfTheSite = (text: string): boolean => OF_THE_SITE.test(text)

export const isOfWriter = (text: string, language: PromptLanguage): boolean =>
  VOICES[language].self.test(text)

export const isToSomebody = (text: string, language: PromptLanguage): boolean =>
  VOICES[language].addressed.test(text)

/** True for a question about something that was named before it: `How does it work?`. */
export const isLeaning = (text: string, language: PromptLanguage): boolean =>
  VOICES[language].leaning.test(text)
