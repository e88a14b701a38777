import type { ParsedPage } from '../html/read-page.ts'
import { readDay } from '../html/written-day.ts'
import type { PromptLanguage } from '../prompts/locales.ts'

/** Words behind which a text shows the day that it was written or changed, by language. */
const LABELS: Readonly<Record<PromptLanguage | 'it', string>> = {
  en: '(?:last |first )?(?:published|posted|updated?|modified|revised|changed)',
  de: '(?:zuletzt |letzte )?(?:veröffentlicht|aktualisier(?:t|ung)|geändert|änderung|überarbeitet|stand:)',
  fr: '(?:dernière )?(?:publiée?|mise? à jour|modifiée?|modification)',
  es: '(?:última )?(?:publicado|actualizado|actualización|modificado|modificación)',
  pt: '(?:última )?(?:publicado|atualizado|atualização|modificado)',
  it: '(?:ultim[oa] )?(?:pubblicato|aggiornato|aggiornamento|modificato|modifica)',
  ja: '(?:最終)?(?:公開|更新|投稿|掲載)',
  zh: '(?:最后|最後|最近)?(?:发布|發布|发表|發表|更新)',
  nl: '(?:laatste? |voor het laatst )?(?:gepubliceerd|geplaatst|bijgewerkt|gewijzigd|geüpdatet|update|wijziging)',
  pl: '(?:ostatni[ao] )?(?:opublikowan[aoy]|zaktualizowan[aoy]|aktualizacja|zmodyfikowan[aoy]|zmiana|data publikacji)',
  sv: '(?:senast )?(?:publicera[dt]|uppdatera[dt]|ändra[dt])',
  ko: '(?:최종 ?|마지막 )?(?:게시|작성|수정|업데이트|발행|등록)',
  tr: '(?:son )?(?:yay[ıi]n(?:lan|tarihi| tarihi)|yayımlan|güncelle)',
}

/** Matches such a word at the start of a line or of a part of a byline. */
const DATE_LABEL = new RegExp(`(?:^|[·•|–—,(] ?)(?:${Object.values(LABELS).join('|')})`, 'i')

const MAX_LINES = 500
/**
 * The most characters of a line that is looked at; a longer one is a paragraph, which may state dates of other things.
 */
const MAX_LINE = 120
const MAX_DATES = 10

/**
 * Lists the days (`2026-10-01`) that a text shows behind a word such as "updated". Dates with slashes count only where
 * the year comes first, since day and month could be swapped.
 */
export function shownDates(text: string): string[] {
  return text
    .slice(0, 100_000)
    .split('\n', MAX_LINES)
    .flatMap((line) => dateBehindLabel(line) ?? [])
    .slice(0, MAX_DATES)
}

function dateBehindLabel(line: string): string | undefined {
  const label = line.length > MAX_LINE ? null : DATE_LABEL.exec(line.trim())
  if (label === null) return undefined
  return readDay(line.trim().slice(label.index + label[0].length))
}

const MAX_HEADINGS = 500
/** The most places in a heading at which a date is looked for. */
const MAX_STARTS = 24
const BEGINS = /(?:^|[\s(（[「【,:–—-])(?=[\p{L}\p{N}])/gu

/**
 * Returns the newest day that a heading names anywhere, as in `Version 1.2 (2026-10-01)` or `News of 1 October 2026`;
 * null without one.
 */
export function headedDay({ headings }: Pick<ParsedPage, 'headings'>): string | null {
  const days = headings.slice(0, MAX_HEADINGS).flatMap(({ text }) => dayWithin(text) ?? [])
  return days.toSorted().at(-1) ?? null
}

function dayWithin(text: string): string | undefined {
  // Most headings have no year, and are not looked at closely.
  if (text.length > MAX_LINE || !/\d{4}/.test(text)) return undefined
  for (const { index, 0: before } of [...text.matchAll(BEGINS)].slice(0, MAX_STARTS)) {
    const day = readDay(text.slice(index + before.length))
    if (day !== undefined) return day
  }
  return undefined
}
