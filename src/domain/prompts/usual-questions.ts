import type { PageLead } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'
import { isAddressName } from '../page/site-name.ts'
import { fillTemplate, type PlaceholderValues } from './fill-template.ts'
import { PROMPT_LOCALES, type PromptLanguage } from './locales.ts'
import { parseTemplate } from './placeholders.ts'
import type { UsualQuestion } from './prompt-locale.ts'
import {
  hasContact,
  hasDuration,
  hasEntry,
  hasIngredients,
  hasPrice,
  hasPrices,
  hasTime,
} from './text-evidence.ts'
import { isLegalTitle } from './title-rules.ts'
import { trimSigns } from '../../lib/text/trim-signs.ts'

interface Usual {
  ask: UsualQuestion
  /** True where the text has what answers it; a question without one is answered by any page of its type. */
  isAnswered?: (leads: readonly PageLead[], prices: number) => boolean
}

const isPriced = (leads: readonly PageLead[], prices: number): boolean =>
  prices > 0 || hasPrice(leads)
const isPricedTwice = (leads: readonly PageLead[], prices: number): boolean =>
  prices > 1 || hasPrices(leads)

const hasText = (leads: readonly PageLead[]): boolean => leads.some(({ text }) => text !== '')

const OFFER: readonly Usual[] = [{ ask: 'offer' }]

/** What readers usually ask of a page of a type. */
const BY_TYPE: Readonly<Partial<Record<PageType, readonly Usual[]>>> = {
  product: [{ ask: 'productFit' }, { ask: 'productCost', isAnswered: isPriced }],
  pricing: [
    { ask: 'plan', isAnswered: isPricedTwice },
    { ask: 'productCost', isAnswered: isPriced },
  ],
  event: [
    { ask: 'when', isAnswered: hasTime },
    { ask: 'join', isAnswered: hasEntry },
  ],
  recipe: [
    { ask: 'ingredients', isAnswered: hasIngredients },
    { ask: 'duration', isAnswered: hasDuration },
  ],
  profile: [{ ask: 'knownFor', isAnswered: hasText }],
  legal: [{ ask: 'plainLegal' }],
  landing: OFFER,
}

const BEHIND: readonly Usual[] = [{ ask: 'behind' }]
const CONTACT: readonly Usual[] = [{ ask: 'contact', isAnswered: hasContact }]

/** Titles of pages about who is behind a site, in the languages of the prompts. */
const ABOUT_TITLE =
  /^(?:about(?: us| me)?|who we are|our (?:story|team|company|association|club)|unser(?:e|en)? (?:verein|team|unternehmen|praxis)|nuestr[oa] (?:equipo|empresa|asociación)|notre (?:équipe|association|entreprise|société|cabinet)|noss[oa] (?:equipe|empresa|associação)|ons team|onze (?:vereniging|organisatie)|nasz(?:a|e)? (?:zespół|firma|stowarzyszenie)|vår(?:t)? (?:förening|team|företag)|ekibimiz|über (?:uns|mich)|wer wir sind|(?:(?:sobre|acerca de) )?(?:nosotros|nosotras)|(?:sobre|acerca de) mí|qui[eé]nes somos|à propos(?: de (?:nous|moi))?|qui sommes-nous|sobre(?: nós| mim| n[oó]s)?|quem somos|over (?:ons|mij)|wie zijn wij|o nas|o mnie|kim jesteśmy|om (?:oss|mig)|hakkımızda|biz kimiz|(?:私たち|当サイト)について|会社(?:概要|案内)|关于(?:我们|本站)?|公司简介|(?:회사 )?소개)$/iu
const CONTACT_TITLE =
  /^(?:contact(?: us| details| info(?:rmation)?)?|(?:contacts?|kontakt|contacto|contato) (?:&|and|und|et|y|e|en|och|i|ve) \p{L}{3,20}|(?:kontakt(?:daten|informationen|uppgifter))|(?:datos|información) de contacto|coordonnées|(?:dados|informações) de contato|contactgegevens|(?:informacje|dane) kontaktowe|iletişim bilgileri|連絡先|联系信息|get in touch|kontakt(?:ier(?:e|en) .{1,10})?|contacto|contacta(?:r|nos)?|contacte(?:z[- ]nous|-nos)?|nous contacter|contato|contactos?|fale conosco|neem contact op|kontakta oss|skontaktuj się|iletişim|お問い?合わ?せ|联系(?:我们|方式)|문의(?:하기)?|연락처)$/iu
/** Titles of pages that list what a site does for others. */
const SERVICES_TITLE =
  /^(?:(?:our )?services|what we (?:do|offer)|(?:unsere )?(?:dienst)?leistungen|unser angebot|was wir (?:tun|machen|bieten)|(?:nuestros )?servicios|qué (?:hacemos|ofrecemos)|(?:nos )?(?:services|prestations)|ce que nous faisons|(?:nossos )?serviços|o que fazemos|(?:onze )?diensten|wat (?:we|wij) doen|(?:nasza )?oferta|(?:nasze )?usługi|co robimy|(?:våra )?tjänster|(?:det här|vad) (?:vi )?gör(?: vi)?|(?:事業|サービス)(?:内容|案内|紹介)?|(?:业务|服务)(?:范围|介绍|项目|内容)?|我们的服务|서비스(?: (?:소개|안내))?|(?:hizmetler|hizmetlerimiz)|neler yapıyoruz)$/iu

/** Who is responsible for a site, in a register's words. */
const IMPRINT =
  /^(?:impressum|imprint|legal (?:notice|information)|aviso legal|mentions légales|colofon|künye|会社情報)$/iu

interface AskedPage {
  type: PageType
  subject: string
  leads: readonly PageLead[]
  /** Sums of money in the whole text, of which leads have beginnings. */
  prices?: number | undefined
}

/** The usual questions of a page that its text answers, about what its title names. */
export function usualQuestions(
  { type, subject, leads, prices = 0 }: AskedPage,
  values: PlaceholderValues,
  language: PromptLanguage,
): string[] {
  const { usual } = PROMPT_LOCALES[language]
  const site = siteNameOf(values)
  // A list of prices is one of what the site offers.
  const named = type === 'pricing' && site !== undefined ? { ...values, product: site } : values
  return usualOf(type, subject, values)
    .filter(({ isAnswered }) => isAnswered?.(leads, prices) ?? true)
    .map(({ ask }) => {
      const parsed = parseTemplate(usual[ask])
      return parsed.ok ? fillTemplate(parsed.parts, named, PROMPT_LOCALES[language]) : ''
    })
}

function usualOf(type: PageType, subject: string, values: PlaceholderValues): readonly Usual[] {
  if (IMPRINT.test(subject)) return []
  if (isLegalTitle(subject)) return BY_TYPE.legal ?? []
  const name = siteNameOf(values)
  if (name !== undefined) return usualOfSite(subject, name) ?? BY_TYPE[type] ?? []
  return type === 'landing' && !hasNamedHost(values) ? [] : (BY_TYPE[type] ?? [])
}

function usualOfSite(title: string, name: string): readonly Usual[] | undefined {
  if (isAboutTitle(title, name)) return BEHIND
  const bare = withoutName(title, name)
  if (CONTACT_TITLE.test(bare)) return CONTACT
  return SERVICES_TITLE.test(bare) ? OFFER : undefined
}

/** A site on a machine at hand has a number or a word for a host, which no reader would ask about. */
const hasNamedHost = ({ domain }: PlaceholderValues): boolean =>
  typeof domain === 'string' && /\.\p{L}{2,}$/u.test(domain)

/** True for the title of a page that lists what its site does for others; false where the site has no name to ask by. */
export function isServicesTitle(title: string, values: PlaceholderValues): boolean {
  const name = siteNameOf(values)
  return name !== undefined && SERVICES_TITLE.test(withoutName(title, name))
}

/** True for a page about who is behind a site, or how to reach them, whose title is no subject. */
export const isAboutOrContact = (title: string): boolean =>
  ABOUT_TITLE.test(title) || CONTACT_TITLE.test(title)

/** `About us`, `About us | Coast` and `About Coast` are all about who is behind Coast. */
const isAboutTitle = (title: string, name: string): boolean =>
  [
    title,
    ...title.split(/: | [|–—-] /, MAX_PARTS).map((part) => part.replace(/ ?[?？]$/u, '')),
  ].some(
    (part) =>
      ABOUT_TITLE.test(withoutName(part, name)) || ABOUT_NAME.test(withName(part, name, NAME_MARK)),
  )

const MAX_PARTS = 4

const NAME_MARK = '%'
const ABOUT_NAME =
  /^(?:(?:about|über|sobre|acerca de|à propos (?:de |d['’])|qui est|over|om|关于) ?%|% ?(?:について|とは|소개|hakkında))$/iu

const withoutName = (title: string, name: string): string =>
  trimSigns(withName(title, name, ''), (char) => /[\s|:–—-]/u.test(char))

/** The title with something else where the name of the site is first. */
function withName(title: string, name: string, other: string): string {
  const at = title.toLowerCase().indexOf(name.toLowerCase())
  return at < 0 ? title : title.slice(0, at) + other + title.slice(at + name.length)
}

const MAX_SITE_NAME_CHARS = 40

/** The name of the site where it is one, and no address. */
export function siteNameOf({ site_name: name, domain }: PlaceholderValues): string | undefined {
  if (typeof name !== 'string' || name === domain) return undefined
  return name.length > MAX_SITE_NAME_CHARS || isAddressName(name) ? undefined : name
}
