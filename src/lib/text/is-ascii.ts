/** Whether a text has nothing but ASCII, as most texts: only then each of its units is one byte of UTF-8. */
export const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length
