/** HTTP statuses by which bot protections refuse bots. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [401, 'status 401, a sign-in'],
  [403, 'status 403, a refusal'],
  [429, 'status 429, too many requests'],
])

/** Markers of challenge pages that protections do not put into the pages that they let through. */
const MARKERS: readonly (readonly [marker: string, whose: string])[] = [
  ['_cf_chl_opt', 'a Cloudflare challenge'],
  ['<title>just a moment...', 'a Cloudflare challenge'],
  ['id="main-iframe" src="/_incapsula_resource', 'an Imperva challenge'],
  ['captcha-delivery.com', 'a DataDome challenge'],
  ['px-captcha', 'a HUMAN challenge'],
  ['/.well-known/sgcaptcha', 'a SiteGround challenge'],
  ['<title>ddos-guard', 'a DDoS-Guard challenge'],
]
/** Markers of captchas. Forms have captchas too, so a marker shows a challenge only on a page with nothing else. */
const CAPTCHAS = ['g-recaptcha', 'h-captcha', 'cf-turnstile']

/** The most characters of visible text that a challenge has; longer pages are not looked at for markers. */
const MAX_CHALLENGE_TEXT = 600
const MAX_CAPTCHA_TEXT = 100
/** The most characters at the start of the markup in which markers are looked for. */
const MAX_MARKUP_CHARS = 200_000

/**
 * Explains in words why an answer is a challenge of a protection and not the page; null when nothing shows that.
 * `textChars` is the length of the answer's visible text.
 */
export function findBotWall({
  status,
  headers,
  body,
  textChars,
}: {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  textChars: number
}): string | null {
  const mitigated = headers['cf-mitigated']
  if (mitigated !== undefined) return `the header cf-mitigated: ${mitigated.slice(0, 40)}`
  if (headers['x-amzn-waf-action'] !== undefined) return 'an AWS WAF challenge'
  const refusal = REFUSALS.get(status)
  if (refusal !== undefined) return refusal
  if (textChars > MAX_CHALLENGE_TEXT) return null
  const start = Buffer.from(body.subarray(0, MAX_MARKUP_CHARS)).toString('latin1').toLowerCase()
  const marked = MARKERS.find(([marker]) => start.includes(marker))
  if (marked !== undefined) return marked[1]
  const isCaptcha = textChars <= MAX_CAPTCHA_TEXT && CAPTCHAS.some((name) => start.includes(name))
  return isCaptcha ? 'a captcha' : null
}
