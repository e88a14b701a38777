import type { ShownTarget } from './widget-config.ts'

/**
 * Returns the address that takes a prompt to a target. False where the reader has to paste the prompt because the
 * address would be too long: a prompt is never cut, and a target without a link takes an address of 0 bytes.
 */
export function hrefOf(
  { after, before, maxUrlBytes }: ShownTarget,
  prompt: string,
): string | false {
  // All but unreserved characters are encoded, and a space as `%20`, since some targets read `+` as it stands.
  const encoded = encodeURIComponent(prompt).replace(
    /[!'()*]/g,
    (sign) => `%2${'1789A'["!'()*".indexOf(sign)]}`,
  )
  const href = before + encoded + after
  return href.length <= maxUrlBytes && href
}
