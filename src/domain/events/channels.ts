/** The channels by which page views come, as web analytics name them. */
export const CHANNELS = [
  'direct',
  'internal',
  'ai',
  'search',
  'social',
  'email',
  'paid',
  'referral',
] as const
export type Channel = (typeof CHANNELS)[number]

/**
 * The channel of a visit that begins on a page of the site itself: the reader was there before midnight, or before a
 * pause of over 30 minutes. A reader is not known from one day to the next, so the visit before is not looked for.
 */
export const CONTINUED = 'continued'
