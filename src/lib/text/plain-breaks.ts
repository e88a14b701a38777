/** Writes every end of a line as `\n` and a tab as a space: a text needs no other control characters. */
export const plainBreaks = (text: string): string =>
  text.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll('\t', ' ')
