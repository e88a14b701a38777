/** Copies a text that is kept: a part of a longer text would keep the whole text in memory. */
export const copyText = (text: string): string => Buffer.from(text).toString()
