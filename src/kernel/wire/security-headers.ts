export const YEAR_SECONDS = 31_536_000

/**
 * Every answer says to browsers: its type is the one that it states, and where the service is reached by https, that
 * is the only way. Nothing is said of subdomains, which need not be ours.
 */
export const securityHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': `max-age=${YEAR_SECONDS}`,
  }),
})
