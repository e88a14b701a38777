import {
  measureAwsSecret,
  measureCard,
  measureIban,
  measureIpv4,
  measureIpv6,
  measurePhone,
  measurePrefixed,
  measureToken,
} from './measure-secret.ts'

/** The shape of one kind of secret, or of something that only looks like one. */
export interface SecretRule {
  /** The replacement of a match; without it the match is kept, and hidden from the rules that follow. */
  mask?: string
  /**
   * @NOTE a pattern must not walk far and then fail: each repetition is bounded, or a lookbehind lets it start only
   * once in a run of the characters that it repeats. Otherwise its time is not linear.
   */
  pattern: RegExp
  /** Returns how many characters of a match to replace, 0 when it is not a secret; without it, all are replaced. */
  measure?: (match: string) => number
}

// In scripts without spaces between words, letters next to an address are not part of it.
const SPACED = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}])`
const LOCAL = String.raw`(?:${SPACED}[\p{L}\p{M}\p{N}._%+'-]){1,64}`
const HOST = String.raw`(?:(?:${SPACED}[\p{L}\p{M}\p{N}-]){1,63}\.){1,8}(?:${SPACED}\p{L}){2,24}`
const SPELLED_EMAIL =
  /[\w.+-]{1,64} ?[([{] ?at ?[)\]}] ?[\w-]{1,63}(?: ?(?:\.|[([{] ?dot ?[)\]}]) ?[A-Za-z][\w-]{0,62}){1,4}/gi

// A number does not begin inside a word, path, price or decimal, and does not end inside one.
const START = String.raw`(?<!\d[.,:])(?<![\w#$€£+=/-])`
const END = String.raw`(?!\w|[.,:]\d)`
const MORE = String.raw`[ ().\/-]{0,3}\d`

const PHONE_SHAPES = [
  String.raw`\(?\+\(?[1-9](?:${MORE}){6,14}`, // +49 30 1234567
  String.raw`00[1-9](?:${MORE}){8,13}`, // 0049 30 1234567
  String.raw`\(?0[1-9](?:${MORE}){7,10}`, // 030 1234567, 06 12 34 56 78, 090-1234-5678
  String.raw`(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d[ .-])\d{3}[ .-]\d{4}`, // (212) 555-0142
  String.raw`(?:\(\d\d\) ?\d{4,5}|\d\d 9\d{4})-\d{4}`, // (11) 91234-5678
  String.raw`[78][ -]?\(?[3489]\d\d\)?[ -]?\d{3}[ -]?\d\d[ -]?\d\d`, // 8 (912) 345-67-89
  String.raw`1[3-9]\d[ -]?\d{4}[ -]?\d{4}`, // 138 1234 5678
  String.raw`[679]\d\d(?:([ .-])\d\d\1\d\d\1\d\d|-\d{3}-\d{3})`, // 612 34 56 78
  String.raw`3\d\d[ -]\d{6,7}`, // 347 1234567
]

const PHONE_WORD = [
  String.raw`\b(?:(?:tele)?phone|tel|mobile|whatsapp|fax|sms|telefon[eo]?|telefoon|handy|mobiel)\b`,
  String.raw`\b(?:mobil|téléphone|portable|teléfono|móvil|celular|telemóvel|cellulare)\b`,
  String.raw`\b(?:call|text) (?:me|us)\b|\bcell(?:phone| (?:phone|number))`,
  String.raw`\b(?:my|meine|mon|mi|meu|mio|mijn) n[uú]m(?:ber|mer|éro|ero)\b`,
  'телефон|мобильн|电话|手机|電話|手機|携帯|전화|휴대폰|फोन|मोबाइल|هاتف|جوال|رقمي',
].join('|')

/**
 * The rules for secrets in the order in which they are applied: a later rule does not see text that an earlier one has
 * matched.
 */
export const SECRET_RULES: readonly SecretRule[] = [
  { mask: '[email]', pattern: new RegExp(`${LOCAL}@${HOST}`, 'gu') },
  { mask: '[email]', pattern: SPELLED_EMAIL },
  { mask: '[ip]', pattern: /(?<![\w:.])[\da-f:.]{3,45}(?![\w:])/gi, measure: measureIpv6 },
  {
    mask: '[ip]',
    pattern:
      /(?<!(?:version|release|build|firmware|driver|section|chrome|\bver|\bv|§)[ .]{0,2})(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?!\w|\.\d)/gi,
    measure: measureIpv4,
  },
  {
    mask: '[iban]',
    pattern: /(?<![A-Za-z\d])[A-Z]{2}\d\d(?:[ -]?[A-Z\d]){11,31}/gi,
    measure: measureIban,
  },
  { mask: '[token]', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g },
  { mask: '[token]', pattern: /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/gi },
  {
    mask: '[token]',
    pattern:
      /(?<![\w-])(?:(?:AKIA|ASIA)[A-Z\d]{16}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,})/g,
  },
  {
    mask: '[token]',
    pattern:
      /(?<![\w-])(?:sk|pk|rk|gh[oprsu]|github_pat|glpat|xox[a-z]|ctb[a-z]|npm|pypi|hf|whsec|shp[a-z]{2}|dop_v1)[-_][\w-]{12,}/g,
    measure: measurePrefixed,
  },
  {
    mask: '[token]',
    pattern: /(?<![\w+/.-])[A-Za-z\d+/]{40}(?![\w+/=-])/g,
    measure: measureAwsSecret,
  },
  {
    mask: '[token]',
    pattern: /(?<![\w+/.:-])(?!\/)[A-Za-z\d+/]{32,}={0,2}(?![\w.-])/g,
    measure: measureToken,
  },
  { mask: '[token]', pattern: /(?<![\w+~-])[\w+~-]{20,}={0,2}/g, measure: measureToken },
  { pattern: /\b(?:isbn|issn|ean|oclc|pmid|doi|arxiv)(?:-1[03])?[ :#]{0,3}\d[\dX ./-]{5,40}/gi },
  { pattern: /(?<!\w)97[89](?:[ -]?\d){10}(?!\w)/g }, // ISBN
  { mask: '[card]', pattern: /(?<![\w.])\d(?:[ -]?\d){12,18}(?!\w)/g, measure: measureCard },
  { pattern: /(?<!\d[./-]?)\d{4}([./-])\d\d?\1\d\d?(?![./-]?\d)/g }, // 2026-11-20
  { pattern: /(?<!\d[./-]?)\d\d?([./-])\d\d?\1(?:\d{4}|\d\d)(?![./-]?\d)/g }, // 20.11.2026
  ...PHONE_SHAPES.map((shape) => ({
    mask: '[phone]',
    pattern: new RegExp(START + shape + END, 'g'),
    measure: measurePhone,
  })),
  {
    mask: '[phone]',
    pattern: new RegExp(
      String.raw`(?=[(+]?\d)(?<=(?:${PHONE_WORD})[^\d\n]{0,20})${START}\(?\+?\d(?:${MORE}){6,14}${END}`,
      'gi',
    ),
    measure: measurePhone,
  },
]
