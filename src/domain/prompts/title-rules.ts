import { commonWordsNow, withoutAccents } from '../../lib/text/common-words/common-words.ts'
import type { PageLead } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'
import { decodeEscapes } from '../prompt-rules/path-text.ts'
import { hasUnspaced, segmentWords } from './segment-words.ts'
import { stopWordsOf } from './stop-words.ts'

/** Titles of parts, which name no subject. */
const GENERAL_TITLE =
  /^(?:introducci[oó]n|introduction|introdução|einführung|inleiding|wprowadzenie|overview|übersicht|home|inicio|accueil|startseite|blog|news|documentation|index|faq|(?:error )?404(?: .{0,40})?|.{0,10}(?:page|file) not found.{0,20}|はじめに|概要|简介|概述|소개|giriş)$/i
/** Titles of pages that any site or manual has, in the languages of the prompts. */
const PART_TITLE =
  /^(?:contacts?|contact us|kontakt|contacto|contato|contatti|iletişim|links?|liens|enlaces|linki|länkar|prices|pricing|preise|precios|tarifs|preços|prijzen|cennik|ceny|priser|fiyatlar|(?:our )?team|equipo|équipe|equipe|zespół|ekip|services?|leistungen|servicios|serviços|diensten|usługi|tjänster|hizmetler|products?|produkte|productos|produits|produtos|producten|produkty|produkter|ürünler|installation|instalación|instalação|installatie|instalacja|kurulum|configuration|konfiguration|configuración|configuração|configuratie|konfiguracja|yapılandırma|troubleshooting|fehlerbehebung|resolución de problemas|dépannage|resolução de problemas|probleemoplossing|rozwiązywanie problemów|felsökning|sorun giderme|cabling|wiring|mounting|(?:technical )?(?:specifications?|specs|data)|drawings?|gallery|photos?|galerie|bilder|galería|galeria|testimonials|reviews|partners?|partner(?:innen)?|partenaires|socios|parceiros|partnerzy|presentation|präsentation|présentation|presentación|apresentação|prezentacja|équipe (?:salariée|de .{2,30})|technische daten|especificaciones|caractéristiques techniques|especificações|specificaties|dane techniczne|tekniska data|usage|nutzung|uso|utilisation|gebruik|użycie|användning|kullanım|downloads?|support|hilfe|ayuda|aide|ajuda|help|pomoc|hjälp|yardım|getting started|first steps|erste schritte|primeros pasos|premiers pas|primeiros passos|eerste stappen|pierwsze kroki|kom igång|aktuelles|nieuws|aktualności|nyheter|haberler|noticias|actualités|notícias|apply(?: now)?|join us|become a member|mitglied werden|hazte soci[oa]|adhérer|lid worden|zapisz się|ansök|bli medlem|üye ol(?:un)?|about(?: us| me)?|über uns|sobre nosotros|quiénes somos|à propos|sobre nós|over ons|o nas|om oss|hakkımızda|(?:welcome|(?:herzlich )?willkommen|bienvenid[oa]s?|bienvenue|bem-vind[oa]s?|welkom|witamy|välkommen|hoş geldiniz)(?:\s.{0,60})?|お問い?合わ?せ|リンク|料金|サービス|製品|インストール|設定|ようこそ.{0,40}|联系我们|链接|价格|服务|产品|安装|配置|문의|링크|가격|서비스|제품|설치|설정)$/iu

/** True for the title of a page that any site has, such as `Contact`. */
export const isPartTitle = (title: string): boolean =>
  PART_TITLE.test(title.trim()) || PART_TITLE.test(title.trim().replace(OF_THE_SITE, ''))

/** What a part is called with: `Our partners`, `Die Galerie`. */
const OF_THE_SITE =
  /^(?:(?:the|our|unsere?|die|der|das|nuestr[oa]s?|el|la|los|las|nos|notre|les|le|noss[oa]s?|os?|as?|onze|de|het|nasz[ae]?|våra?) |l[’'])/iu

/** Titles of legal texts in the languages of the prompts. */
const LEGAL_TITLE =
  /legal (?:notice|information)|(?:privacy|cookies?) (?:policy|notice|statement)|terms (?:of|and)|aviso legal|pol[ií]tica de cookies|politique de cookies|cookiebeleid|クッキーポリシー|pol[ií]tica de privacidad|condiciones de uso|condiciones generales|política de privacidade|mentions légales|confidentialité|conditions générales|impressum|datenschutz|geschäftsbedingungen|privacyverklaring|privacybeleid|voorwaarden|polityka prywatności|regulamin|integritetspolicy|användarvillkor|プライバシーポリシー|利用規約|隐私政策|服务条款|개인정보|이용약관|gizlilik politikası|kullanım (?:koşul|şart)ları|çerez politikası|aydınlatma metni|(?:mesafeli )?satış sözleşmesi|nutzungsbedingungen|cookie-richtlinie|(?<!\p{L})agb(?!\p{L})|conditions d[’']utilisation|términos (?:y condiciones|de (?:uso|servicio))|termos (?:e condições|de (?:uso|serviço))|polityka (?:plików )?cookies|köpvillkor|allmänna villkor|免責事項|特定商取引法|個人情報(?:の取り?扱い|保護方針)|免责声明|用户协议|服务协议/iu

/** True for nothing, and for what any site calls a part of it. */
export const isGeneralTitle = (title: string): boolean =>
  title.trim() === '' || GENERAL_TITLE.test(title.trim())

export const isLegalTitle = (title: string): boolean => LEGAL_TITLE.test(title)

/** What may stand beside the words that make a title legal: the name of a site or a company. */
const MAX_NAME_CHARS = 40

/** True for the title of a legal text; a longer one is about such texts. */
export function isLegalHeading(title: string): boolean {
  const [words] = LEGAL_TITLE.exec(title) ?? []
  return words !== undefined && title.length <= words.length + MAX_NAME_CHARS
}

/** Words that another one follows: the beginning of a name or a phrase. */
const ENDS_OPEN =
  /[-–—,&/]$|\.\.\.$| (?:of|the|an?|and|or|with|from|del?|la|el|los|las|y|con|du|des|les?|et|avec|der|die|das|und|von|mit|do|da|dos|das|e|com|van|het|een|en|met|i|oraz|och|med|ve|ile|및)$|[를を]$/iu
const ADDRESS =
  /:\/\/|\bwww\.|^\/[\w.~/-]+$|^[\w.~-]+(?:\/[\w.~-]+){2,}\/?$|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}\/?$/i
const MEASURE =
  /^[\d.,]+ ?(?:[%°]\p{L}?|[kcmµn]?m[²³23]?|[km]?g|[mc]?l|ha|km\/h|mph|[kMGTP]?i?B|[kMG]?Hz|[kMG]?Wh?|px|r?em|pt|min|[hs]|ms)$/u

const FILE_NAME = /_|\d{5}|…$/u
/** A question alone is asked, or invites; a title of two sentences is one, though the last asks. */
const isQuestion = (text: string): boolean => /[?？]$/u.test(text) && !/[.!] |[。．！]/u.test(text)

const STAMPED = /(?:^|\s)(?:19|20)\d\d \d\d \d\d(?!\d)|\sv\d{1,3}[a-z]?$/iu
const MIN_NAME_WORDS = 2

/**
 * True for a title that a program made of the name of a file: with a date or a version in it, or, in German, without the
 * capital of any noun, as the last part of the path has it.
 */
export function isFileTitle(title: string, path: string, language: string): boolean {
  if (STAMPED.test(title)) return true
  if (language !== 'de' || /\p{Lu}/u.test(title.slice(1))) return false
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const last = decodeEscapes(path.replace(/\/$/, '').split('/').at(-1) ?? '')
  const named =
    last
      .toLowerCase()
      .replace(/\.(?:html?|php|pdf|aspx?)$/, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length >= MIN_NAME_WORDS && words.join(' ') === named.join(' ')
}

const MIN_CHARS = 4

/** True for words that are whole: no file or part of an address, no measure, no open bracket, no half a name. */
const isWholePhrase = (text: string): boolean =>
  text.length >= MIN_CHARS &&
  /\p{L}{2}/u.test(text) &&
  !FILE_NAME.test(text) &&
  !isQuestion(text) &&
  !ENDS_OPEN.test(text) &&
  !ADDRESS.test(text) &&
  !MEASURE.test(text) &&
  areBracketsClosed(text)

const BRACKETS = ['()', '[]', '{}', '«»', '「」', '『』', '（）', '【】', '《》']

/** True where brackets and quotation marks stand in pairs; what opens one in English closes one in German. */
export const areBracketsClosed = (text: string): boolean =>
  BRACKETS.every(
    ([open = '', close = '']) => text.split(open).length === text.split(close).length,
  ) && (text.match(/[“”„]/gu) ?? []).length % 2 === 0

/** A phrase of more words of any subject says which one it means. */
const MAX_LABEL_WORDS = 2
/** Longer ones have more words, so they need not be cut. */
const MAX_LABEL_CHARS = 60
const MAX_UNSPACED_CHARS = 8

/**
 * True for a phrase of words of any subject alone, as `Project status`. An article is a work with a name, which may be
 * of such words; a single one is no name either.
 */
export function isLabel(phrase: string, type: PageType, language: string): boolean {
  if (phrase.length > (hasUnspaced(phrase) ? MAX_UNSPACED_CHARS : MAX_LABEL_CHARS)) return false
  const stopWords = stopWordsOf(language)
  const all = segmentWords(phrase, MAX_LABEL_WORDS * 4).map(({ text }) => text.toLowerCase())
  const words = all.filter((word) => /\p{L}/u.test(word) && !stopWords.has(word))
  if (words.length > MAX_LABEL_WORDS || (type === 'article' && all.length > 1)) return false
  return words.every((word) => commonWordsNow(language).has(withoutAccents(word)))
}

const MAX_NAME_WORDS = 4
const MAX_THING_CHARS = 40

/** True for a title that is the name of one thing: what can be installed, or begun with. */
export const isNameOfThing = (title: string, language: string): boolean =>
  title.length <= MAX_THING_CHARS &&
  title.split(' ').length <= MAX_NAME_WORDS &&
  isTopic(title, language)

/** True for a phrase that is no part of a sentence: it neither begins nor ends with a word of grammar. */
export function isPhrase(phrase: string, language: string): boolean {
  const stopWords = stopWordsOf(language)
  const words = phrase.toLowerCase().split(' ')
  return [words[0], words.at(-1)].every((word = '') => !stopWords.has(withUmlauts(word)))
}

/** Addresses and files spell umlauts with two letters. */
const withUmlauts = (word: string): string =>
  word.replace(/ae/g, 'ä').replace(/oe/g, 'ö').replace(/ue/g, 'ü')

/**
 * True for a title that names a subject to explain, or to compare: no question, greeting or part of any site. Common
 * words name one where the text is about them.
 */
export const isTopic = (title: string, language: string, isSalient = false): boolean =>
  isWholePhrase(title) &&
  !/[?？!！:：]/u.test(title) &&
  !isGeneralTitle(title) &&
  !isLegalTitle(title) &&
  !isPartTitle(title) &&
  (isSalient || !isLabel(title, 'other', language))

/**
 * A title to ask about: a whole phrase with a subject, not the name of a file. Of a single word, and of one in another
 * script than the text, the text must say something.
 */
export function isTitle(subject: string, leads: readonly PageLead[]): boolean {
  if (!isWholePhrase(subject)) return false
  if (GENERAL_TITLE.test(subject) || LEGAL_TITLE.test(subject)) return false
  const text = leads.map((lead) => lead.text.toLowerCase()).join(' ')
  if (text.trim() === '' || hasUnspaced(subject)) return true
  const words = subject.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  if ((words.length > 1 || subject.length > 6) && !hasUnspaced(text)) return true
  return words.some((word) => text.includes(word.slice(0, 6)))
}
