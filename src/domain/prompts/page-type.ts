import type { PageType, TypeSource } from '../page/page-types.ts'

export interface PageTypeSignals {
  /** The `@type` values of the page's JSON-LD, with or without `https://schema.org/`. */
  jsonLdTypes: readonly string[]
  /** The value of `og:type`. */
  ogType: string | null
  path: string
  signals: {
    codeBlocks: number
    /** True when the main text has a price. */
    pricePattern: boolean
    questionHeadings: number
    orderedSteps: boolean
  }
}

export interface TypedPage {
  type: PageType
  typeSource: TypeSource
}

/** The page's own statements first, then its path, then what its text looks like. */
export function pageTypeOf({ signals, ...stated }: PageTypeSignals): TypedPage {
  return statedTypeOf(stated) ?? { type: domType(signals), typeSource: 'dom' }
}

/** What a page and its path say, whatever its text looks like; undefined where they say nothing. */
export function statedTypeOf({
  jsonLdTypes,
  ogType,
  path,
}: Omit<PageTypeSignals, 'signals'>): TypedPage | undefined {
  const stated = jsonLdType(jsonLdTypes)
  if (stated !== undefined) return { type: stated, typeSource: 'jsonld' }
  const shared = OG_TYPES.get((ogType ?? '').trim().toLowerCase())
  if (shared !== undefined) return { type: shared, typeSource: 'og' }
  const placed = pathType(path)
  return placed && { type: placed, typeSource: 'path' }
}

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
]

function jsonLdType(types: readonly string[]): PageType | undefined {
  const names = types
    .slice(0, 100)
    .map((type) => type.slice(0, 200).replace(/^https?:\/\/schema\.org\//i, ''))
  return JSON_LD_TYPES.find(([, pattern]) => names.some((name) => pattern.test(name)))?.[0]
}

const OG_TYPES: ReadonlyMap<string, PageType> = new Map([
  ['article', 'article'],
  ['product', 'product'],
  ['og:product', 'product'],
  ['product.item', 'product'],
  ['product.group', 'category'],
  ['profile', 'profile'],
  ['event', 'event'],
])

/** Names of URL folders in common languages. */
const FOLDERS: Readonly<Partial<Record<PageType, string>>> = {
  docs: 'docs doc documentation reference api manual handbook guide guides dokumentation handbuch documentacion documentacao',
  howto:
    'how-to howto howtos tutorial tutorials anleitung anleitungen tutoriales tutoriel tutoriels',
  faq: 'faq faqs frequently-asked-questions preguntas-frecuentes haeufige-fragen perguntas-frequentes',
  pricing: 'pricing prices plans preise precios tarifs precos planos',
  product: 'product p dp item produkt produit producto produto',
  category: 'collection collections shop store',
  listing:
    'category categories kategorie kategorien categorie categoria categorias tag tags topic topics archive archives archiv archivo arquivo',
  event:
    'event events veranstaltung veranstaltungen evento eventos evenement evenements webinar webinars',
  recipe: 'recipe recipes rezept rezepte recette recettes receta recetas receita receitas',
  profile: 'author authors profile profiles people autor autores auteur user users',
  legal:
    'legal terms terms-of-service terms-of-use terms-and-conditions privacy privacy-policy cookie-policy imprint impressum datenschutz agb mentions-legales aviso-legal privacidad privacidade',
  article:
    'blog news article articles post posts story stories magazine press artikel noticias noticia actualites actualite',
}

/** Folders of things: the folder itself lists them. */
const FOLDERS_OF_PRODUCTS: ReadonlyMap<string, PageType> = new Map([
  ['products', 'product'],
  ['produkte', 'product'],
  ['produits', 'product'],
  ['productos', 'product'],
  ['produtos', 'product'],
])

const TYPE_BY_FOLDER: ReadonlyMap<string, PageType> = new Map([
  ...Object.entries(FOLDERS).flatMap(([type, names]) =>
    // @NOTE Object.entries forgets that the keys of FOLDERS are page types.
    names.split(' ').map((name) => [name, type as PageType] as const),
  ),
  ...FOLDERS_OF_PRODUCTS,
])
const LISTED: ReadonlySet<PageType> = new Set(['article', 'product', 'recipe', 'event'])

function pathType(path: string): PageType | undefined {
  const folders = foldersOf(path)
  const [first, second] = folders
  if (first === undefined) return 'landing'
  // Blogs use paths such as `/2026/11/title`.
  if (/^(?:19|20)\d\d$/.test(first) && /^\d{1,2}$/.test(second ?? '')) return 'article'
  const at = folders.findIndex((folder) => TYPE_BY_FOLDER.has(folder))
  const type = TYPE_BY_FOLDER.get(folders[at] ?? '')
  if (type === undefined) return undefined
  if (!LISTED.has(type) || at < folders.length - 1) return type
  // The list of what a shop sells is a type of its own.
  return type === 'product' ? 'category' : 'listing'
}

/** Folders of the path in lower case, without a leading language, `index.html` and `.html`. */
function foldersOf(path: string): string[] {
  const [plain = ''] = path.slice(0, 2_048).toLowerCase().split(/[?#]/)
  const folders = plain
    .split('/')
    .slice(0, 20)
    .map((folder) => folder.replace(/\.(?:html?|php|aspx?)$/, ''))
    .filter((folder) => folder !== '' && folder !== 'index')
  return /^[a-z]{2}(?:[-_][a-z]{2,4})?$/.test(folders[0] ?? '') ? folders.slice(1) : folders
}

function domType({
  codeBlocks,
  pricePattern,
  questionHeadings,
  orderedSteps,
}: PageTypeSignals['signals']): PageType {
  if (codeBlocks >= 3) return 'docs'
  if (questionHeadings >= 3) return 'faq'
  if (orderedSteps) return 'howto'
  return pricePattern ? 'product' : 'other'
}
