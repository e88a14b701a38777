/** Matches titles of legal texts in the languages of the prompts. */
const LEGAL_TITLE =
  /legal (?:notice|information)|(?:privacy|cookies?) (?:policy|notice|statement)|terms (?:of|and)|aviso legal|pol[ií]tica de cookies|politique de cookies|cookiebeleid|クッキーポリシー|pol[ií]tica de privacidad|condiciones de uso|condiciones generales|política de privacidade|mentions légales|confidentialité|conditions générales|impressum|datenschutz|geschäftsbedingungen|privacyverklaring|privacybeleid|voorwaarden|polityka prywatności|regulamin|integritetspolicy|användarvillkor|プライバシーポリシー|利用規約|隐私政策|服务条款|개인정보|이용약관|gizlilik politikası|kullanım (?:koşul|şart)ları|çerez politikası|aydınlatma metni|(?:mesafeli )?satış sözleşmesi|nutzungsbedingungen|cookie-richtlinie|(?<!\p{L})agb(?!\p{L})|conditions d[’']utilisation|términos (?:y condiciones|de (?:uso|servicio))|termos (?:e condições|de (?:uso|serviço))|polityka (?:plików )?cookies|köpvillkor|allmänna villkor|免責事項|特定商取引法|個人情報(?:の取り?扱い|保護方針)|免责声明|用户协议|服务协议/iu

/** The most characters of a legal title besides the words that make it legal: the name of a site or a company. */
const MAX_NAME_CHARS = 40

/** True for the title of a legal text; a longer one is about such texts. */
export function isLegalHeading(title: string): boolean {
  const [words] = LEGAL_TITLE.exec(title) ?? []
  return words !== undefined && title.length <= words.length + MAX_NAME_CHARS
}
