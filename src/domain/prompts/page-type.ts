import type { StatedType } from '../html/stated-type.ts'
import type { PageType, TypeSource } from '../page/page-types.ts'
import { typeOfPath } from './path-type.ts'

export interface TypedPage {
  type: PageType
  typeSource: TypeSource
}

/** The facts that show the type of a page. */
export interface TypePage {
  path: string
  /** The type that the page's markup states. */
  stated: StatedType | null
  /** True where the page states its day. */
  isDated: boolean
}

/** Types that a start page may state for its parts, while it is a start page all the same. */
const PARTS: ReadonlySet<PageType> = new Set(['listing', 'article', 'faq', 'profile'])

/**
 * Tells the type of a page by its own statements, else by its path, else `other`: a type is never guessed from the look
 * of a text.
 */
export function pageTypeOf({ path, stated, isDated }: TypePage): TypedPage {
  const byPath = typeOfPath(path, isDated)
  const isOfParts = byPath === 'landing' && stated !== null && PARTS.has(stated.type)
  if (stated !== null && !isOfParts) return { type: stated.type, typeSource: stated.source }
  return byPath === undefined
    ? { type: 'other', typeSource: 'dom' }
    : { type: byPath, typeSource: 'path' }
}
