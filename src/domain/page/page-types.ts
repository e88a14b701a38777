/** The types of a page; their order says nothing. A `category` lists what a shop sells, a `listing` other pages. */
export const PAGE_TYPES = [
  'article',
  'docs',
  'howto',
  'faq',
  'product',
  'category',
  'listing',
  'pricing',
  'landing',
  'event',
  'recipe',
  'profile',
  'legal',
  'other',
] as const
export type PageType = (typeof PAGE_TYPES)[number]

/** The sources that tell the type of a page; `dom` also stands for no source, where the type is `other`. */
export const TYPE_SOURCES = ['jsonld', 'og', 'path', 'dom'] as const
export type TypeSource = (typeof TYPE_SOURCES)[number]
