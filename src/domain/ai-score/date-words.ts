import type { PromptLanguage } from '../prompts/locales.ts'

type Language = PromptLanguage | 'it'

/** Words behind which a text shows the day that it was written or changed, by language. */
const LABELS: Readonly<Record<Language, string>> = {
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

/** Labels at the start of a line or of a part of a byline. */
export const DATE_LABEL = new RegExp(`(?:^|[·•|–—,(] ?)(?:${Object.values(LABELS).join('|')})`, 'i')

/** Beginnings of the names of months by language, January first, which tell the months apart in all of these languages. */
const MONTHS: Readonly<Record<Exclude<Language, 'ja' | 'zh' | 'ko'>, string>> = {
  en: 'jan feb mar apr may jun jul aug sep oct nov dec',
  de: 'jan|jän feb mär|mrz apr mai jun jul aug sep okt nov dez',
  fr: 'jan fév|fev mar avr mai juin juil aoû|aou sep oct nov déc|dec',
  es: 'ene feb mar abr may jun jul ago sep|set oct nov dic',
  pt: 'jan fev mar abr mai jun jul ago set out nov dez',
  it: 'gen feb mar apr mag giu lug ago set ott nov dic',
  nl: 'jan feb maa|mrt apr mei jun jul aug sep okt nov dec',
  pl: 'sty lut mar kwi maj cze lip sie wrz paź|paz lis gru',
  sv: 'jan feb mar apr maj jun jul aug sep okt nov dec',
  tr: 'oca şub|sub mar nis may haz tem ağu|agu eyl eki kas ara',
}

const MONTH_STARTS: readonly RegExp[] = Array.from({ length: 12 }, (_, month) => {
  const starts = Object.values(MONTHS).map((names) => names.split(' ')[month])
  return new RegExp(`^(?:${starts.join('|')})`)
})

/** The number of a month by its name in lower case, counted from one; 0 for another word. */
export const monthOf = (name = ''): number =>
  MONTH_STARTS.findIndex((pattern) => pattern.test(name)) + 1
