import { commonLanguage } from '../prompts/language-tag.ts'
import { isSameLanguage } from '../html/page-language.ts'

/** The languages of a page's text and of its markup. */
export interface SpokenPage {
  /** The language of the page's text, where that is sure. */
  textLanguage: string | null
  /** The language that the page's markup states. */
  statedLanguage: string | null
}

/**
 * Tells the languages of a site's pages: that of the page's text where it is sure, else that of most texts on pages
 * that state the same language, else that of most texts of the site, else the stated one.
 */
export class SiteLanguages {
  readonly #byStated = new Map<string | null, string[]>()
  readonly #ofStated = new Map<string | null, string | null>()
  readonly #ofSite: string | null

  constructor(pages: readonly SpokenPage[]) {
    const texts: string[] = []
    for (const { textLanguage, statedLanguage } of pages) {
      if (textLanguage === null) continue
      texts.push(textLanguage)
      const alike = this.#byStated.get(statedLanguage)
      if (alike) alike.push(textLanguage)
      else this.#byStated.set(statedLanguage, [textLanguage])
    }
    this.#ofSite = commonLanguage(texts)
  }

  of({ textLanguage, statedLanguage }: SpokenPage): string | null {
    const told = textLanguage ?? this.#mostOf(statedLanguage) ?? this.#ofSite
    if (told === null) return statedLanguage
    // The page's own spelling names a country or a script.
    return statedLanguage !== null && isSameLanguage(statedLanguage, told) ? statedLanguage : told
  }

  #mostOf(stated: string | null): string | null {
    const known = this.#ofStated.get(stated)
    if (known !== undefined) return known
    const most = commonLanguage(this.#byStated.get(stated) ?? [])
    this.#ofStated.set(stated, most)
    return most
  }
}
