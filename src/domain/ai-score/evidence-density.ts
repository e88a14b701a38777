import type { PromptLanguage } from '../prompts/locales.ts'

/** The pattern of symbols and abbreviations of units, which every language has. */
const SIGNS =
  '%|％|‰|°\\s?[CF]?|€|\\$|£|¥|₩|₺|EUR|USD|GBP|CHF|SEK|PLN|JPY|KRW|TRY|NOK|DKK|km|cm|mm|m|kg|g|mg|t|l|ml|[kMG]?W|[kMGT]?Wh|V|A|[kMG]?Hz|[kKMGT]i?B|ms|s|h|min|px|ppm|mph|ft|lb|oz|mi|m²|km²'

/** Words behind a number that make it a figure, by language, in the grammatical cases that follow numbers there. */
const WORDS: Readonly<Record<Exclude<PromptLanguage, 'ja' | 'zh' | 'ko'> | 'it', string>> = {
  en: 'percent|per cent|percentage points?|million|billion|thousand|years?|months?|weeks?|days?|hours?|minutes?|seconds?|people|users?|times|metres|meters|kilomet(?:re|er)s|miles|tonnes|tons|degrees',
  de: 'Prozent|Millionen|Milliarden|Mio|Mrd|Tausend|Jahr(?:en?)?|Monat(?:en?)?|Wochen?|Tag(?:en?)?|Stunden?|Minuten?|Sekunden?|Menschen|Personen|Mal|Meter|Kilometer|Tonnen|Grad|Euro',
  fr: 'pour cent|millions?|milliards?|ans?|années|mois|semaines?|jours?|heures?|secondes?|personnes|fois|mètres|kilomètres|euros?|degrés',
  es: 'por ciento|millones|años?|meses|semanas?|días?|horas?|minutos?|segundos?|personas|veces|metros|kilómetros|toneladas|grados|euros?',
  pt: 'por cento|milhões|mil|anos?|mês|meses|semanas?|dias?|horas?|minutos?|segundos?|pessoas|vezes|metros|quil[ôó]metros|toneladas|graus|reais',
  it: 'per cento|milioni|miliardi|mila|anni|mesi|settimane|giorni|ore|minuti|secondi|persone|volte|metri|chilometri|tonnellate|gradi',
  nl: 'procent|miljoen|miljard|duizend|jaar|jaren|maand(?:en)?|week|weken|dag(?:en)?|uur|uren|minuut|minuten|seconden?|mensen|personen|keer|meter|kilometer|ton|graden|euro',
  pl: 'procent|proc|tys|tysiące|tysięcy|mln|mld|milion(?:y|ów)?|miliard(?:y|ów)?|zł|złot(?:y|e|ych)|grosz[ey]?|lat|lata|miesiąc|miesiące|miesięcy|tydzień|tygodnie?|dzień|dni|godz|godzin[ay]?|minut[ay]?|sekund[ay]?|osób|osob[ay]|razy|metr(?:y|ów)?|kilometr(?:y|ów)?|ton[ay]?|stopnie?|stopień',
  sv: 'procent|miljon(?:er)?|miljard(?:er)?|tusen|kr|kronor|kronan?|öre|år|månad(?:er)?|veck(?:a|or)|dag(?:ar)?|dygn|tim|timm(?:e|ar)|minut(?:er)?|sekund(?:er)?|personer|människor|gånger|meter|kilometer|mil|ton|grader',
  tr: 'TL|(?:milyon|milyar|bin|lira|yıl|hafta|gün|saat|dakika|saniye|kişi|kez|metre|kilometre|derece)(?:l[ıiuü]k|d[aeıiuü]r?|t[ae]|[dt][ae]n|y[ıiuüae])?|ay(?:lık|da|dan|dır)?|ton',
}

/**
 * Words behind a number that make it a figure, in languages that set no space behind a word: the text behind it does
 * not matter.
 */
const JOINED: Readonly<Record<'ja' | 'zh' | 'ko', string>> = {
  ja: '年|月|日|時間|時|分|秒|円|元|人|万|億|个|個|次|倍|度|米|歳|件|名|回|週間|か月|ヶ月|キロ|メートル|パーセント',
  zh: '亿|萬|岁|公里|公斤|小时|小時|分钟|天|周|百分点',
  ko: '퍼센트|개월|시간|미터|킬로미터|킬로그램',
}
/** The pattern of Korean words of one syllable that make a number a figure; behind a space they are other words. */
const TIGHT = '[년월주일분초원명만천억조개번회배세톤도]'

const spaced = Object.values(WORDS).join('|')
const joined = Object.values(JOINED).join('|')

/** Matches a figure with its unit: `12.5 %`, `$30`, `3 Millionen`, `20年`, `yüzde 12`. */
const FIGURE = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}.,])(?:(?:[$€£¥₩₺%]|yüzde\\s|R\\$)\\s?\\d[\\d.,]{0,20}|\\d[\\d.,]{0,20}(?:\\s?(?:(?:${SIGNS}|${spaced})(?![\\p{Script=Latin}\\p{N}])|${joined})|${TIGHT}))`,
  'giu',
)

/** Matches text between quotation marks that is long enough to be a sentence that somebody said. */
const QUOTATION = /[“„«「『"][^“”„«»「」『』"\n]{20,600}[”“»」』"]/gu

const MAX_TEXT_CHARS = 100_000

export interface EvidenceCounts {
  figures: number
  quotations: number
  /** The first figure or quotation of the text, or null. */
  example: string | null
}

/** Counts the figures and quotations in a text, which support its claims. Linear in its length. */
export function countEvidence(text: string): EvidenceCounts {
  const start = text.slice(0, MAX_TEXT_CHARS)
  const figures = start.match(FIGURE) ?? []
  const quotations = start.match(QUOTATION) ?? []
  return {
    figures: figures.length,
    quotations: quotations.length,
    example: figures[0] ?? quotations[0] ?? null,
  }
}
