/**
 * Returns a text with every line break as `\n` and every tab as a space, the only control characters that a text needs.
 */
export const plainBreaks = (text: string): string =>
  text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll('\t', ' ')
