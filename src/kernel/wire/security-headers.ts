export const YEAR_SECONDS = 31_536_000

/**
 * The headers of every answer for browsers: the type is the one that it states, and where the service is reached by
 * https, no other way is allowed. They do not cover subdomains, which need not be ours.
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': `max-age=${YEAR_SECONDS}`,
  }),
})
