/** Returns true for a text of ASCII only, in which each UTF-16 unit is one byte of UTF-8. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length
