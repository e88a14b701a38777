/** True for a text of ASCII only: each UTF-16 unit is then one byte of UTF-8. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length
