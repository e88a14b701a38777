import type { PageType } from '../page/page-types.ts'

/** Names of the last part of an address that tell the type of the page, in common languages: `/faq`, `/news/`. */
const OWN_NAMES: Readonly<Partial<Record<PageType, string>>> = {
  faq: 'faq faqs frequently-asked-questions preguntas-frecuentes haeufige-fragen perguntas-frequentes veelgestelde-vragen domande-frequenti najczesciej-zadawane-pytania vanliga-fragor sikca-sorulan-sorular foire-aux-questions',
  pricing:
    'pricing prices price-list preise preisliste precios tarifs precos tarieven prijzen prezzi cennik priser prislista fiyatlar fiyat-listesi',
  listing:
    'blog news posts articles archive archives tag tags category categories noticias actualites nieuws notizie aktualnosci nyheter haberler nachrichten aktuelles kategorien categorias etiquetas schlagworte',
}

/**
 * Names of the folder in which a page stands that tell its type: `/tag/tides`. A folder of archives holds posts as well
 * as lists of them.
 */
const HOLDERS: Readonly<Partial<Record<PageType, string>>> = {
  listing:
    'tag tags category categories kategorie kategorien categorie categoria categorias schlagwort label labels etiket etiqueta etiquetas etichetta etykieta kategoria kategori',
  category:
    'product-category produkt-kategorie categorie-produit categoria-producto categoria-produto kategoria-produktu productcategorie',
  product: 'product produkt produit producto produto prodotto urun',
  event: 'event veranstaltung evento evenement wydarzenie evenemang etkinlik',
  recipe: 'recipe rezept recette receta receita ricetta przepis recept',
  howto: 'how-to howto howtos tutorial tutorials anleitungen tutoriales tutoriels',
  faq: 'faq faqs',
  legal: 'legal policies',
}
/** Names of folders in which everything is documentation, however deep. */
const MANUALS =
  'docs doc documentation manual handbook reference dokumentation handbuch documentacion documentacao documentatie documentazione dokumentacja'
/** Names of folders of articles, which hold lists too: only a page with a day counts as an article there. */
const JOURNALS =
  'blog news article articles post posts story stories magazine artikel noticias noticia actualites actualite nieuws berichten artikelen notizie articolo articoli aktualnosci wpis wpisy artykul artykuly nyhet nyheter inlagg artiklar haber haberler makale makaleler yazilar nachrichten aktuelles artigos artigo articulos articulo pressemitteilungen'

const byName = (
  names: Readonly<Partial<Record<PageType, string>>>,
): ReadonlyMap<string, PageType> =>
  new Map(
    Object.entries(names).flatMap(([type, list]) =>
      // @NOTE Object.entries forgets that the keys are page types.
      list.split(' ').map((name) => [name, type as PageType] as const),
    ),
  )
const TYPE_BY_OWN = byName(OWN_NAMES)
const TYPE_BY_HOLDER = byName(HOLDERS)
const IS_MANUAL: ReadonlySet<string> = new Set(MANUALS.split(' '))
const IS_JOURNAL: ReadonlySet<string> = new Set(JOURNALS.split(' '))

const NUMBER = /^\d{1,4}$/
const UPLOADED = 'attachment'

/**
 * Returns the type of a page by its path: `/` is a start page, then its own name decides, then the last folder around
 * it. Undefined where neither is sure. `isDated` says that the page states its day.
 */
export function typeOfPath(path: string, isDated: boolean): PageType | undefined {
  const folders = foldersOf(path)
  const own = folders.at(-1)
  if (own === undefined) return 'landing'
  // An image that a post shows has a page of its own in some programs.
  if (folders.includes(UPLOADED)) return undefined
  // The further pages of a list.
  if (NUMBER.test(own)) return folders.at(-2) === 'page' ? 'listing' : undefined
  return typeOfName(own) ?? typeOfHolder(folders, isDated)
}

const typeOfName = (own: string): PageType | undefined =>
  TYPE_BY_OWN.get(own) ?? (LEGAL.test(own) ? 'legal' : undefined)

function typeOfHolder(folders: readonly string[], isDated: boolean): PageType | undefined {
  const holder = folders.slice(0, -1).findLast((folder) => !NUMBER.test(folder)) ?? ''
  const held = TYPE_BY_HOLDER.get(holder)
  if (held !== undefined) return held
  if (isDated && (IS_JOURNAL.has(holder) || isDatedPath(folders))) return 'article'
  return folders.some((folder) => IS_MANUAL.has(folder)) ? 'docs' : undefined
}

const YEAR = /^(?:19|20)\d\d$/

/** True for the path of a blog's article, such as `/2026/11/title`. */
function isDatedPath(folders: readonly string[]): boolean {
  const at = folders.findIndex((folder) => YEAR.test(folder))
  return at !== -1 && /^\d{1,2}$/.test(folders[at + 1] ?? '')
}

/** Returns the folders of a path in lower case, without a leading language, `index.html` and `.html`. */
function foldersOf(path: string): string[] {
  const [plain = ''] = path.slice(0, 2_048).toLowerCase().split(/[?#]/)
  const folders = plain
    .split('/')
    .slice(0, 20)
    .map((folder) => folder.replace(/\.(?:html?|php|aspx?)$/, ''))
    .filter((folder) => folder !== '' && folder !== 'index')
  return LOCALE_FOLDER.test(folders[0] ?? '') ? folders.slice(1) : folders
}

/**
 * Matches the folder of a language, with or without a country or script, or that of a shop's country. Not every two
 * letters are one: `to-do` is a page.
 */
const LOCALE_FOLDER =
  /^(?:a[er]|b[egnr]|c[asny]|d[aek]|e[lnstu]|f[air]|g[alr]|h[eiruy]|i[dst]|j[ap]|k[akmor]|l[btv]|m[klnrsxy]|n[belno]|p[alt]|r[ou]|s[eiklqrvw]|t[aehlr]|u[krsz]|vi|z[ah])(?:[-_](?:[a-z]{2}|han[st]|latn|cyrl|419))?$/

/** Matches the last part of the address of a legal text as a whole; a longer one may be about such texts. */
const LEGAL =
  /^(?:legal|imprint|impressum|privacy|terms|(?:legal|site)-(?:notice|information|terms)|(?:privacy|cookies?)-(?:policy|notice|statement)|terms-(?:of-(?:service|use)|and-conditions)|(?:refund|shipping|cancellation|return)-policy|datenschutz(?:erkl(?:ae|ä)rung)?|agb|nutzungsbedingungen|politicas?-(?:de-)?(?:privacidade?|(?:de-)?cookies)|aviso-(?:legal|de-privacidad)|(?:condiciones|terminos|termos)-(?:(?:de-|y-condiciones|e-condicoes|generales|uso)[a-z-]{0,20})|mentions-legales|politique-de-(?:confidentialite|cookies)|conditions-generales(?:-de-vente)?|cgu|cgv|note-legali|privacyverklaring|cookiebeleid|algemene-voorwaarden|polityka-prywatnosci|regulamin|integritetspolicy|anvandarvillkor|gizlilik-politikasi|kullanim-kosullari)(?:-(?:[a-z]{2}|\d{1,4}))?$/
