/**
 * Returns a copy of a text, for a text that is kept: JavaScript keeps the whole of a longer text in memory for a part
 * of it.
 */
export const copyText = (text: string): string => Buffer.from(text).toString()
