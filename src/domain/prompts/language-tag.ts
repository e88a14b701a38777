/** Returns the first subtag of a BCP 47 tag in lower case (`pt` of `pt-BR`); undefined when it is no language code. */
export function primaryLanguage(tag: string | null): string | undefined {
  return /^[a-z]{2,3}(?=$|[-_])/.exec((tag ?? '').slice(0, 35).trim().toLowerCase())?.[0]
}

/** Returns the language tag of the page when it is valid, else that of the site. */
export function languageTagOf(
  page: { language: string | null },
  site: { language: string | null },
): string | null {
  return primaryLanguage(page.language) === undefined ? site.language : page.language
}

/** Finds the language in which more than half of the pages with a language are written; null without one. */
export function commonLanguage(tags: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>()
  let all = 0
  for (const tag of tags) {
    const language = primaryLanguage(tag)
    if (language === undefined) continue
    all += 1
    counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].find(([, count]) => count * 2 > all)?.[0] ?? null
}
