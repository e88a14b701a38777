import { EnglishNames } from '../../lib/text/english-names.ts'

const COUNTRIES = new EnglishNames('region', {
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  usa: 'US',
  'u s': 'US',
  'u s a': 'US',
  america: 'US',
  'united states of america': 'US',
  'the united states': 'US',
  'the netherlands': 'NL',
  holland: 'NL',
  turkey: 'TR',
  'czech republic': 'CZ',
  'ivory coast': 'CI',
  korea: 'KR',
  'republic of korea': 'KR',
  burma: 'MM',
  myanmar: 'MM',
  uae: 'AE',
  'viet nam': 'VN',
  'russian federation': 'RU',
  macedonia: 'MK',
  swaziland: 'SZ',
  'cape verde': 'CV',
  'hong kong': 'HK',
  macau: 'MO',
  palestine: 'PS',
  bosnia: 'BA',
  congo: 'CG',
  'dr congo': 'CD',
})

/**
 * Reads a country into the form that events have, two capitals or a proxy's code such as `T1`, from a code or an
 * English name; undefined for no country.
 */
export function countryCode(text: string): string | undefined {
  const name = text.trim()
  const code = name.toUpperCase()
  if (code === 'UK') return 'GB'
  // Some proxies have codes of their own, such as T1 for Tor.
  return /^[A-Z][A-Z\d]$/.test(code) ? code : COUNTRIES.codeOf(name)
}

const LANGUAGES = new EnglishNames('language', { mandarin: 'zh', farsi: 'fa', flemish: 'nl' })

/** Reads a language into the code that events have: `en` for `EN`, `en-GB` and `English`; undefined for no language. */
export function languageCode(text: string): string | undefined {
  const tag = /^([a-z]{2,3})(?:[-_][a-z\d-]{2,30})?$/i.exec(text.trim())?.[1]?.toLowerCase()
  return LANGUAGES.codeOf(text) ?? tag
}
