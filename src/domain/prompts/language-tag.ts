/** The first subtag of a BCP 47 tag in lower case (`pt` of `pt-BR`); undefined when it is no language code. */
export function primaryLanguage(tag: string | null): string | undefined {
  return /^[a-z]{2,3}(?=$|[-_])/.exec((tag ?? '').slice(0, 35).trim().toLowerCase())?.[0]
}

/** The language tag of the page when it is valid, else that of the site. */
export function languageTagOf(
  page: { language: string | null },
  site: { language: string | null },
): string | null {
  return primaryLanguage(page.language) === undefined ? site.language : page.language
}
