import type { PageType } from '../page/page-types.ts'

/** Properties that structured data of one type needs; `a|b` is one of the two. */
export interface TypeRule {
  types: RegExp
  /** The type of these that fits best. */
  name: string
  required: readonly string[]
}

const ARTICLE: TypeRule = {
  name: 'Article',
  types:
    /^(?:\w{0,40}Article|BlogPosting|LiveBlogPosting|SocialMediaPosting|Report|Review|APIReference)$/,
  required: ['headline|name', 'datePublished', 'author'],
}
const HOW_TO: TypeRule = { name: 'HowTo', types: /^HowTo$/, required: ['name', 'step'] }
const WEB_PAGE: TypeRule = {
  name: 'WebPage',
  types: /^(?:\w{0,20}Page|WebSite)$/,
  required: ['name|headline'],
}
const PRODUCT: TypeRule = {
  name: 'Product',
  types:
    /^(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Car|Service|SoftwareApplication|WebApplication|MobileApplication)$/,
  required: ['name', 'offers|hasVariant'],
}

/** Types that fit a kind of page, best first; kinds that are not listed accept any type. */
export const TYPE_RULES: Readonly<Partial<Record<PageType, readonly TypeRule[]>>> = {
  article: [ARTICLE],
  docs: [ARTICLE, HOW_TO, WEB_PAGE],
  howto: [HOW_TO, ARTICLE],
  faq: [{ name: 'FAQPage', types: /^(?:FAQPage|QAPage)$/, required: ['mainEntity'] }],
  product: [PRODUCT],
  pricing: [PRODUCT, WEB_PAGE],
  landing: [
    {
      name: 'Organization',
      types: /^(?:Organization|\w{0,30}Business|Corporation|Store|NewsMediaOrganization|Person)$/,
      required: ['name', 'sameAs'],
    },
    WEB_PAGE,
  ],
  event: [
    {
      name: 'Event',
      types: /^(?:\w{0,40}Event|Festival)$/,
      required: ['name', 'startDate', 'location'],
    },
  ],
  recipe: [
    {
      name: 'Recipe',
      types: /^Recipe$/,
      required: ['name', 'recipeIngredient', 'recipeInstructions'],
    },
  ],
  profile: [
    { name: 'ProfilePage', types: /^ProfilePage$/, required: ['mainEntity'] },
    { name: 'Person', types: /^Person$/, required: ['name'] },
  ],
}

/** Degrees to which a reader wants to know when a text was written; `none` where the text stays right for years. */
export const DATE_NEEDS = ['wanted', 'welcome', 'none'] as const
export type DateNeed = (typeof DATE_NEEDS)[number]

const WITHOUT_DATE_NEED: ReadonlySet<PageType> = new Set([
  'legal',
  'landing',
  'category',
  'listing',
  'profile',
  'faq',
  'recipe',
])

/**
 * Returns how much a page of a kind needs a day: an article needs one, while a page of another kind without a day
 * leaves a reader in doubt at most.
 */
export const dateNeedOf = (kind: PageType): DateNeed =>
  kind === 'article' ? 'wanted' : WITHOUT_DATE_NEED.has(kind) ? 'none' : 'welcome'
