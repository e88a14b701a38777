import type { PageLead } from '../page/page-leads.ts'
import { hasUnspaced } from './own-questions.ts'

/** Titles of parts, which name no subject. */
const GENERAL_TITLE =
  /^(?:introducci[oó]n|introduction|introdução|einführung|inleiding|wprowadzenie|overview|übersicht|home|inicio|accueil|startseite|blog|news|documentation|index|faq|はじめに|概要|简介|概述|소개|giriş)$/i
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

/**
 * A title to ask about: not the name of a file. Of a single word, and of one in another script than the text, the text
 * must say something.
 */
export function isTitle(subject: string, leads: readonly PageLead[]): boolean {
  const isName = subject.length < 4 || /_|\d{5}|[?？…]$/u.test(subject)
  if (isName || !/\p{L}{2}/u.test(subject)) return false
  if (GENERAL_TITLE.test(subject) || LEGAL_TITLE.test(subject)) return false
  const text = leads.map((lead) => lead.text.toLowerCase()).join(' ')
  if (text.trim() === '' || hasUnspaced(subject)) return true
  const words = subject.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  if ((words.length > 1 || subject.length > 6) && !hasUnspaced(text)) return true
  return words.some((word) => text.includes(word.slice(0, 6)))
}
