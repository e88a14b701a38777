import type { PageType } from '../page/page-types.ts'

/** Names of URL folders in common languages. */
const FOLDERS: Readonly<Partial<Record<PageType, string>>> = {
  docs: 'docs doc documentation reference api manual handbook guide guides dokumentation handbuch documentacion documentacao wiki documentatie handleiding handleidingen gids documentazione manuale guida dokumentacja podrecznik handbok kilavuz dokumantasyon',
  howto:
    'how-to howto howtos tutorial tutorials anleitung anleitungen tutoriales tutoriel tutoriels stappenplan come-fare samouczek samouczki tutoriale instruktioner nasil-yapilir',
  faq: 'faq faqs frequently-asked-questions preguntas-frecuentes haeufige-fragen perguntas-frequentes veelgestelde-vragen domande-frequenti najczesciej-zadawane-pytania czesto-zadawane-pytania vanliga-fragor fragor-och-svar sikca-sorulan-sorular sss foire-aux-questions',
  pricing:
    'pricing prices plans preise precios tarifs precos planos tarieven prijzen prezzi tariffe cennik cennik-uslug ceny priser prislista fiyatlar fiyatlandirma fiyat-listesi',
  product: 'product p dp item produkt produit producto produto prodotto urun',
  category:
    'collection collections shop store products produkte produits productos produtos product-category produkt-kategorie categorie-produit categoria-producto winkel webwinkel sklep butik negozio magaza tienda boutique loja producten prodotti produkty produkter urunler kategoria-produktu',
  listing:
    'category categories kategorie kategorien categorie categoria categorias tag tags topic topics archive archives archiv archivo arquivo label labels categorieen kategoria kategorier kategori kategoriler etiket etiketler etiqueta etiquetas etichetta tagi etykieta archief archiwum archivio arsiv arkiv',
  event:
    'event events veranstaltung veranstaltungen evento eventos evenement evenements webinar webinars evenementen eventi wydarzenie wydarzenia evenemang etkinlik etkinlikler',
  recipe:
    'recipe recipes rezept rezepte recette recettes receta recetas receita receitas recept recepten ricetta ricette przepis przepisy yemek-tarifi tarifler',
  profile:
    'author authors profile profiles people autor autores auteur user users auteurs autori autorzy forfattare yazar yazarlar',
  legal:
    'legal policies terms terms-of-service terms-of-use terms-and-conditions privacy imprint impressum datenschutz agb mentions-legales privacidad privacidade privacyverklaring algemene-voorwaarden polityka-prywatnosci regulamin integritetspolicy villkor gizlilik gizlilik-politikasi note-legali aviso-legal refund-policy shipping-policy cancellation-policy return-policy',
  article:
    'blog news article articles post posts story stories magazine press artikel noticias noticia actualites actualite nieuws nieuwsberichten berichten artikelen notizie articolo articoli aktualnosci wpis wpisy artykul artykuly nyhet nyheter inlagg artiklar haber haberler makale makaleler yazilar nachrichten aktuelles neuigkeiten neuigkeit artigos artigo novidades articulos articulo pressemitteilungen pressemitteilung persberichten komunikaty pressmeddelanden',
}

const TYPE_BY_FOLDER: ReadonlyMap<string, PageType> = new Map(
  Object.entries(FOLDERS).flatMap(([type, names]) =>
    // @NOTE Object.entries forgets that the keys of FOLDERS are page types.
    names.split(' ').map((name) => [name, type as PageType] as const),
  ),
)
/** Types whose folder lists the pages in it. */
const LISTED: ReadonlySet<PageType> = new Set(['article', 'recipe', 'event'])
/** Types whose folders hold parts of any name: a chapter may be called `tags`. */
const WHOLE: ReadonlySet<PageType> = new Set(['docs', 'legal', 'howto'])

export interface PathType {
  /** Undefined where the path says nothing. */
  type: PageType | undefined
  /** True where programs put the lists of a blog: tags, archives, further pages. */
  isList: boolean
  /** True for a path with the day or month of a post. */
  isDated: boolean
}

const YEAR = /^(?:19|20)\d\d$/
const NUMBER = /^\d{1,4}$/
const DATED_NAME = /^(?:19|20)\d\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])[-_]\p{L}/u
const UPLOADED = 'attachment'

/** What a page's path says about its type. */
export function readTypePath(path: string): PathType {
  const folders = foldersOf(path)
  const [first] = folders
  const isDated = isDatedPath(folders)
  if (first === undefined) return { type: 'landing', isList: false, isDated }
  if (folders.includes(UPLOADED)) return { type: undefined, isList: false, isDated: false }
  const at = folders.findIndex((folder) => TYPE_BY_FOLDER.has(folder))
  const last = TYPE_BY_FOLDER.get(folders.at(-1) ?? '')
  // Questions are asked in every part of a site.
  const type = last === 'faq' ? last : TYPE_BY_FOLDER.get(folders[at] ?? '')
  if (isListPath(folders, at, type)) return { type, isList: true, isDated: false }
  if (type !== undefined) return { type, isList: false, isDated }
  if (isDated) return { type: 'article', isList: false, isDated }
  const isLegal = LEGAL_SLUG.test(folders.at(-1) ?? '')
  return { type: isLegal ? 'legal' : undefined, isList: false, isDated }
}

/** Blogs use paths such as `/2026/11/title`, or `/2026-11-23-title`. */
function isDatedPath(folders: readonly string[]): boolean {
  if (folders.some((folder) => DATED_NAME.test(folder))) return true
  const at = folders.findIndex((folder) => YEAR.test(folder))
  const isMonth = /^\d{1,2}$/.test(folders[at + 1] ?? '')
  return at !== -1 && isMonth && folders.slice(at + 2).some((folder) => !NUMBER.test(folder))
}

function isListPath(folders: readonly string[], at: number, type: PageType | undefined): boolean {
  if (folders.at(-2) === 'page' && NUMBER.test(folders.at(-1) ?? '')) return true
  if (isArchive(type === 'article' ? folders.slice(at + 1) : folders)) return true
  if (type === undefined || WHOLE.has(type)) return false
  if (type === 'listing' || (LISTED.has(type) && at === folders.length - 1)) return true
  return folders.slice(at + 1).some((folder) => isListFolder(folder))
}

/** The posts of a year, a month or a day. */
const isArchive = (folders: readonly string[]): boolean =>
  YEAR.test(folders[0] ?? '') && folders.every((folder) => NUMBER.test(folder))

const isListFolder = (folder: string): boolean => {
  const type = TYPE_BY_FOLDER.get(folder)
  return type === 'listing' || folder === 'author' || folder === 'authors'
}

/** Folders of the path in lower case, without a leading language, `index.html` and `.html`. */
function foldersOf(path: string): string[] {
  const [plain = ''] = path.slice(0, 2_048).toLowerCase().split(/[?#]/)
  const folders = plain
    .split('/')
    .slice(0, 20)
    .map((folder) => folder.replace(/\.(?:html?|php|aspx?)$/, ''))
    .filter((folder) => folder !== '' && folder !== 'index')
  return LOCALE_FOLDER.test(folders[0] ?? '') ? folders.slice(1) : folders
}

/** A language with or without a country or script, or the country of a shop. Not every two letters: `to-do` is a page. */
const LOCALE_FOLDER =
  /^(?:a[er]|b[egnr]|c[asny]|d[aek]|e[lnstu]|f[air]|g[alr]|h[eiruy]|i[dst]|j[ap]|k[akmor]|l[btv]|m[klnrsxy]|n[belno]|p[alt]|r[ou]|s[eiklqrvw]|t[aehlr]|u[krsz]|vi|z[ah])(?:[-_](?:[a-z]{2}|han[st]|latn|cyrl|419))?$/

/** What the last part of an address has where it leads to a legal text. */
const LEGAL_SLUG =
  /(?:^|-)(?:privacy|cookies?)-(?:policy|notice|statement)|(?:^|-)legal-?(?:notice|information|terms)|(?:^|-)terms-(?:of|and)-|(?:^|-)politicas?-(?:de-)?(?:privacidade?|(?:de-)?cookies)|(?:^|-)aviso-(?:legal|de-privacidad)|(?:^|-)(?:condiciones|terminos|termos)-(?:de-|y-condiciones|e-condicoes|generales|uso)|(?:^|-)(?:mentions-legales|politique-de-(?:confidentialite|cookies)|conditions-generales|cgu|cgv)(?:-|$)|(?:^|-)(?:impressum|datenschutz(?:erklaerung|erklärung)?|agb|nutzungsbedingungen)$|^(?:privacyverklaring|cookiebeleid|algemene-voorwaarden|polityka-prywatnosci|regulamin|integritetspolicy|anvandarvillkor|gizlilik-politikasi|kullanim-kosullari)/
