import { createHash } from 'node:crypto'

interface Drawable {
  path: string
  questions: readonly unknown[]
}

export interface PageDraw {
  seed: string
  /** The number of pages that are drawn from all. */
  pages: number
  /** The number of pages that are drawn in addition, from those that offer questions. */
  asking: number
}

/** Draws pages of a site. The choice depends on the seed and on their paths alone. */
export function drawPages<T extends Drawable>(
  site: string,
  all: readonly T[],
  { seed, pages, asking }: PageDraw,
): { whole: T[]; asking: T[] } {
  const mixed = all
    .map((page) => ({ page, at: hashOf(`${seed}\n${site}\n${page.path}`) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ page }) => page)
  const others = mixed.slice(pages).filter(({ questions }) => questions.length > 0)
  return { whole: mixed.slice(0, pages), asking: others.slice(0, asking) }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
