import { commonWordsNow, withoutAccents } from '../../lib/text/common-words/common-words.ts'
import type { PageLead } from '../page/page-leads.ts'
import type { PageType } from '../page/page-types.ts'
import { hasUnspaced } from './own-questions.ts'
import { segmentWords } from './segment-words.ts'
import { stopWordsOf } from './stop-words.ts'

/** Titles of parts, which name no subject. */
const GENERAL_TITLE =
  /^(?:introducci[oó]n|introduction|introdução|einführung|inleiding|wprowadzenie|overview|übersicht|home|inicio|accueil|startseite|blog|news|documentation|index|faq|(?:error )?404(?: .{0,40})?|.{0,10}(?:page|file) not found.{0,20}|はじめに|概要|简介|概述|소개|giriş)$/i
/** Titles of legal texts in the languages of the prompts. */
const LEGAL_TITLE =
  /legal (?:notice|information)|(?:privacy|cookies?) (?:policy|notice|statement)|terms (?:of|and)|aviso legal|pol[ií]tica de cookies|politique de cookies|cookiebeleid|クッキーポリシー|pol[ií]tica de privacidad|condiciones de uso|condiciones generales|política de privacidade|mentions légales|confidentialité|conditions générales|impressum|datenschutz|geschäftsbedingungen|privacyverklaring|voorwaarden|polityka prywatności|regulamin|integritetspolicy|användarvillkor|プライバシーポリシー|利用規約|隐私政策|服务条款|개인정보|이용약관|gizlilik politikası|kullanım koşulları/i

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

const BRACKETS = ['()', '[]', '{}', '「」', '『』', '（）', '【】', '《》']

const areBracketsClosed = (text: string): boolean =>
  BRACKETS.every(([open = '', close = '']) => text.split(open).length === text.split(close).length)

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
