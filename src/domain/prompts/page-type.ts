import { isErrorPage } from '../ai-score/soft-404.ts'
import { leadsAboveCards } from '../page/page-leads.ts'
import type { PageType, TypeSource } from '../page/page-types.ts'
import {
  evidencedType,
  isEntryList,
  isShopList,
  hasProse,
  isCardList,
  hasOffer,
  hasSteps,
  isAskedByTitle,
  isMostlyAsked,
  countQuestions,
} from './evidenced-type.ts'
import { personNamedIn } from './person-name.ts'
import { readTypePath, type PathType } from './path-type.ts'
import { hasIngredients, isRecipeText } from './text-evidence.ts'
import { isLegalHeading } from './title-rules.ts'
import type { TypePage } from './type-page.ts'

export interface TypedPage {
  type: PageType
  typeSource: TypeSource
}

/**
 * The page's own statements first, then its path, then what its text looks like; each only where the page has what its
 * type needs, since themes and folders say more than is there.
 */
export function pageTypeOf(page: TypePage): TypedPage {
  return statedTypeOf(page) ?? { type: evidencedType(page), typeSource: 'dom' }
}

/** What a page and its path say and bear out; undefined where that is nothing. */
export function statedTypeOf(page: TypePage): TypedPage | undefined {
  const path = readTypePath(page.path)
  if (isError(page)) return { type: 'other', typeSource: 'dom' }
  const stated = jsonLdType(page, path)
  if (stated !== undefined) return { type: stated, typeSource: 'jsonld' }
  if (path.type === 'landing') return { type: 'landing', typeSource: 'path' }
  return (
    listType(page, path) ??
    legalType(page, path) ??
    recipeType(page) ??
    memberType(page) ??
    ogType(page, path) ??
    pathType(page, path)
  )
}

/** What stands below its headings makes a recipe, wherever it is published. Shops list what their goods are made of. */
const recipeType = (page: TypePage): TypedPage | undefined =>
  isRecipeText(page.leads) && !hasOffer(page) ? { type: 'recipe', typeSource: 'dom' } : undefined

/** Folders of people, and of what else a team does. */
const OF_MEMBERS =
  /\/(?:members?|team|staff|crew|mitglieder|mitarbeiter(?:innen)?|miembros|equipo|membres|equipe|membros|leden|medewerkers|czlonkowie|zespol|medlemmar|medarbetare|uyeler|ekip|ekibimiz)\/[^/]+\/?$/i

/** A page in a folder of members that is called by a name. */
function memberType({ path, title, h1 }: TypePage): TypedPage | undefined {
  if (!OF_MEMBERS.test(path.slice(0, MAX_PATH))) return undefined
  const isNamed = [h1, title].some((text) => personNamedIn(text ?? '', 'en') !== undefined)
  return isNamed ? { type: 'profile', typeSource: 'path' } : undefined
}

const MAX_PATH = 500

const isError = ({ title, h1, wordCount, leads: [first] }: TypePage): boolean =>
  wordCount !== null &&
  isErrorPage({ title, h1, wordCount, mainText: first?.heading || (first?.text ?? '') })

/** A page often states several types; the first line with one of them wins, narrower types before wider ones. */
const JSON_LD_TYPES: readonly (readonly [PageType, RegExp])[] = [
  ['recipe', /^Recipe$/],
  ['category', /^(?:ProductCollection|OfferCatalog)$/],
  ['listing', /^(?:CollectionPage|SearchResultsPage)$/],
  [
    'product',
    /^(?:Product|ProductGroup|IndividualProduct|ProductModel|Vehicle|Car|SoftwareApplication|WebApplication|MobileApplication)$/,
  ],
  ['howto', /^HowTo$/],
  ['docs', /^(?:TechArticle|APIReference)$/],
  ['event', /^(?:\w{0,40}Event|Festival|CourseInstance|Hackathon)$/],
  ['article', /^(?:\w{0,40}Article|BlogPosting|LiveBlogPosting|SocialMediaPosting|Report|Review)$/],
  ['faq', /^(?:FAQPage|QAPage)$/],
  ['profile', /^ProfilePage$/],
  ['listing', /^Blog$/],
]
/** What a start page may state of its parts, and is a start page all the same. */
const PARTS: ReadonlySet<PageType> = new Set(['listing', 'article', 'faq', 'profile'])
const MIN_ANSWERS = 2

function jsonLdType(page: TypePage, path: PathType): PageType | undefined {
  if (page.jsonLdTypes.length === 0) return undefined
  const names = page.jsonLdTypes
    .slice(0, 100)
    .map((type) => type.slice(0, 200).replace(/^https?:\/\/schema\.org\//i, ''))
  const isShop = names.includes('Product')
  const isStated = ([type, pattern]: readonly [PageType, RegExp]): boolean =>
    names.some((name) => pattern.test(name)) &&
    !(path.type === 'landing' && PARTS.has(type)) &&
    (DOUBTED[type]?.(page, path, isShop) ?? true)
  const type = JSON_LD_TYPES.find(isStated)?.[0]
  const isOffering = isShop || names.some((name) => /^(?:Offer|AggregateOffer)$/.test(name))
  return type === 'listing' && (isOffering || isShopList(page)) ? 'category' : type
}

/** What a page needs beside its own statement to be of a type, which themes state of all their pages. */
const DOUBTED: Readonly<
  Partial<Record<PageType, (page: TypePage, path: PathType, isShop: boolean) => boolean>>
> = {
  // Pages about anything state the few questions at their end.
  faq: (page, path) => answers(page) && (path.type === 'faq' || isMostlyAsked(page)),
  // Businesses state the catalogue of their services on every page.
  category: (page, _path, isShop) => isShop || isShopList(page) || isEntryList(page),
  // A list may state the articles in it, and generators of blogs call chapters of documentation posts.
  article: (page, path) => path.type !== 'docs' && !(path.isList && isEntryList(page)),
}

/** A page that is called by a question needs no second one. */
const answers = (page: TypePage): boolean =>
  countQuestions(page) >= (isAskedByTitle(page) ? 1 : MIN_ANSWERS)

/** Words from which on a dated page in a folder of lists is no list. */
const MIN_ARTICLE_WORDS = 200
const MIN_TOPIC_WORDS = 300
/** An archive holds what was written once; a short letter in it is no list. */
const MIN_KEPT_WORDS = 60
const IN_ARCHIVE =
  /\/(?:archives?|archiv|archivos?|arquivos?|archief|archiwum|arkiv|arsiv|archivio)\/[^/]/i
/** Types by their path that a page of links may have. */
const MAY_LINK: ReadonlySet<PageType | undefined> = new Set([
  'docs',
  'faq',
  'legal',
  'pricing',
  'howto',
])

function listType(page: TypePage, path: PathType): TypedPage | undefined {
  const isEntries = isEntryList(page)
  if (MAY_LINK.has(path.type)) return questionsElsewhere(page, path)
  if (!path.isList && isSinglePage(page, path)) return undefined
  if (isShopList(page)) {
    const isPlaced = path.type === 'category' || path.isList
    return { type: 'category', typeSource: isPlaced ? 'path' : 'dom' }
  }
  if (path.isList && (isEntries || !(isPost(page) || isTopic(page, path))))
    return { type: 'listing', typeSource: 'path' }
  return isEntries ? { type: 'listing', typeSource: 'dom' } : undefined
}

/** What is called questions, and leads to them, answers none. */
const questionsElsewhere = (page: TypePage, path: PathType): TypedPage | undefined =>
  path.type === 'faq' && isEntryList(page) && countQuestions(page) < MIN_ANSWERS
    ? { type: 'listing', typeSource: 'dom' }
    : undefined

/** A page about a topic stands in a folder of topics, and heads no other page. */
const isTopic = ({ evidence, wordCount, path }: TypePage, { type }: PathType): boolean =>
  type === 'listing' &&
  (wordCount ?? 0) >= (IN_ARCHIVE.test(path) ? MIN_KEPT_WORDS : MIN_TOPIC_WORDS) &&
  evidence.linkedHeadings + evidence.cards === 0

/** A list may begin with a whole post, and has the post's date and author: one itself says that it is an article. */
const isPost = ({ ogType: stated, publishedAt, wordCount }: TypePage): boolean =>
  isOgArticle(stated) && publishedAt !== null && (wordCount ?? 0) >= MIN_ARTICLE_WORDS

/** An article may link to many others; one that is headed by them all has to stand where articles do. */
function isSinglePage(page: TypePage, path: PathType): boolean {
  const isPlaced =
    isOgArticle(page.ogType) && (path.isDated || path.type === 'article' || isAboveCards(page))
  return isPlaced || (isSingleArticle(page, path) && !isCardList(page))
}

/** A post may end with headings that lead to others: its own words stand above them. */
const isAboveCards = ({ publishedAt, leads }: TypePage): boolean =>
  publishedAt !== null && leadsAboveCards(leads) !== undefined

/** Says of itself that it is an article, and has a date or stands where articles do; or has a date and an author. */
const isSingleArticle = (page: TypePage, path: PathType): boolean =>
  isOgArticle(page.ogType)
    ? page.publishedAt !== null || path.isDated || path.type === 'article'
    : page.publishedAt !== null && page.author !== null

const isOgArticle = (stated: string | null): boolean => ogName(stated) === 'article'

const ogName = (stated: string | null): string => (stated ?? '').trim().toLowerCase()

function legalType(page: TypePage, path: PathType): TypedPage | undefined {
  if (path.type === 'legal') return { type: 'legal', typeSource: 'path' }
  if (path.type !== undefined || path.isDated) return undefined
  const isLegal = [page.h1, page.title].some((text) => text !== null && isLegalHeading(text))
  return isLegal ? { type: 'legal', typeSource: 'dom' } : undefined
}

const OG_TYPES: ReadonlyMap<string, PageType> = new Map([
  ['product', 'product'],
  ['og:product', 'product'],
  ['product.item', 'product'],
  ['product.group', 'category'],
  ['profile', 'profile'],
  ['event', 'event'],
])

/** Themes call every page an article: one has a date, or stands where articles do. */
function ogType(page: TypePage, path: PathType): TypedPage | undefined {
  if (isOgArticle(page.ogType)) {
    const isArticle = hasProse(page) && isSingleArticle(page, path)
    return isArticle ? { type: 'article', typeSource: 'og' } : undefined
  }
  const type = OG_TYPES.get(ogName(page.ogType))
  const isBorneOut = type !== 'product' || hasOffer(page) || page.evidence.prices > 0
  return type !== undefined && isBorneOut ? { type, typeSource: 'og' } : undefined
}

function pathType(page: TypePage, { type }: PathType): TypedPage | undefined {
  if (type === undefined || !NEEDS[type]?.(page)) return undefined
  return { type, typeSource: 'path' }
}

const OF_PROFILES = /\/(?:profiles?|users?|people)(?:\.\w{3,5})?\/?$/i
const always = (): boolean => true
/** What a page needs to be what its path says; types that are not here are not told by a path alone. */
const NEEDS: Readonly<Partial<Record<PageType, (page: TypePage) => boolean>>> = {
  article: hasProse,
  docs: always,
  howto: hasSteps,
  faq: (page) => countQuestions(page) >= MIN_ANSWERS,
  pricing: always,
  product: hasOffer,
  event: always,
  recipe: (page) => hasIngredients(page.leads) || hasSteps(page),
  // A page of a manual may be about profiles.
  profile: ({ evidence, path }) => !evidence.isManual && !OF_PROFILES.test(path.slice(-MAX_PATH)),
}
