/** A page whose title another page has too. */
interface TitledPage {
  title: string
  /** The language of the page, a BCP 47 tag; null where it is not known. */
  language: string | null
  path: string
  /** A key of the main text; pages with equal keys have the same text. */
  text: string
}

/** A title that pages of different text have. */
export interface CommonTitle {
  title: string
  pages: number
}

interface SameTitles {
  /** The number of different texts whose title another text of the same language has too. */
  pages: number
  /** The title that most texts share, with their number; null where no two share one. */
  commonTitle: CommonTitle | null
}

/** The further pages of a list, which rightly have the title of its first one: `/blog/page/2/`, `/blog?page=2`. */
const FURTHER = /\/page[/-]?\d+(?:\/|\.\w{2,5})?$|[?&]paged?=\d+/i

/**
 * Counts the different texts that share a title with another text of their language. Further pages of a list are not
 * counted, since they rightly have the title of the first one.
 */
export function findSameTitles(pages: readonly TitledPage[]): SameTitles {
  const groups = new Map<string, { title: string; texts: Set<string> }>()
  for (const { title, language, path, text } of pages) {
    if (FURTHER.test(path.slice(0, 2_048))) continue
    const key = JSON.stringify([title, language?.toLowerCase() ?? null])
    const group = groups.get(key) ?? { title, texts: new Set() }
    groups.set(key, group)
    group.texts.add(text)
  }
  const shared = [...groups.values()].filter(({ texts }) => texts.size > 1)
  const [most] = shared.toSorted((a, b) => b.texts.size - a.texts.size)
  return {
    pages: shared.reduce((sum, { texts }) => sum + texts.size, 0),
    commonTitle: most ? { title: most.title, pages: most.texts.size } : null,
  }
}
