export const YEAR_SECONDS = 31_536_000

/**
 * Makes the headers of every answer for browsers: they take its type as stated, and where the service is reached by
 * https, they use no other way. The headers do not cover subdomains, which need not be ours.
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': `max-age=${YEAR_SECONDS}`,
  }),
})
