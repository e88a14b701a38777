/** Copies a text that is kept: a part of a longer one would keep all of that in memory as well. */
export const copyText = (text: string): string => Buffer.from(text).toString()
