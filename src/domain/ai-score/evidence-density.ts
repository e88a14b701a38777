const UNITS = [
  '%|％|‰|°\\s?[CF]?|€|\\$|£|¥|EUR|USD|GBP|CHF',
  'km|cm|mm|m|kg|g|mg|t|l|ml|[kMG]?W|[kMGT]?Wh|V|A|[kMG]?Hz|[kKMGT]i?B|ms|s|h|min|px|ppm|mph|ft|lb|oz|mi|m²|km²',
  'percent|per cent|million|billion|thousand|years?|months?|weeks?|days?|hours?|minutes?|seconds?|people|users?|times|metres|meters|miles|tonnes|tons|degrees',
  'Prozent|Millionen|Milliarden|Tausend|Jahren?|Monaten?|Wochen?|Tagen?|Stunden?|Minuten?|Sekunden?|Menschen|Meter|Kilometer|Tonnen|Grad|Euro',
  'pour cent|millions?|ans?|années|mois|semaines?|jours?|heures?|secondes?|personnes|mètres|euros?|degrés',
  'por ciento|por cento|millones|milhões|años?|anos?|meses|semanas?|días?|dias?|horas?|minutos?|personas|pessoas|metros',
  'per cento|milioni|anni|mesi|settimane|giorni|ore|minuti|persone|metri|gradi',
].join('|')

/** A figure with its unit: `12.5 %`, `$30`, `3 Millionen`, `20年`. */
const FIGURE = new RegExp(
  `(?<![\\p{Script=Latin}\\p{N}.,])(?:[$€£¥]\\s?\\d[\\d.,]{0,20}|\\d[\\d.,]{0,20}\\s?(?:(?:${UNITS})(?![\\p{Script=Latin}\\p{N}])|[年月日時分秒円元人万億亿个次倍度米歳岁]|時間|公里))`,
  'giu',
)
/** Text between quotation marks, long enough to be a sentence that somebody said. */
const QUOTATION = /[“„«「『"][^“”„«»「」『』"\n]{20,600}[”“»」』"]/gu

const MAX_TEXT_CHARS = 100_000

export interface EvidenceCounts {
  figures: number
  quotations: number
  /** The first figure or quotation, or null. */
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
