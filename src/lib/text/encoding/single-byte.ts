const FIRST = 0x80

/** The characters of windows-1252 from 0x80 to 0x9F (https://encoding.spec.whatwg.org/index-windows-1252.txt). */
const WINDOWS_1252 =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178'

/** The characters of ISO 8859-16 from 0xA0 on (https://encoding.spec.whatwg.org/index-iso-8859-16.txt). */
const ISO_8859_16 =
  '\u00A0ĄąŁ€„Š§š©Ș«Ź\u00ADźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ'

const LATIN_1 = Buffer.from(Array.from({ length: FIRST }, (_, i) => FIRST + i)).toString('latin1')

/**
 * Functions that return the characters from 0x80 on, by the name of an encoding that some Node decodes wrongly or not
 * at all.
 */
const UPPER_HALVES: Readonly<Record<string, () => string>> = {
  // Node reads 0x80 to 0x9F as controls: https://github.com/nodejs/node/issues/56542.
  'windows-1252': () => WINDOWS_1252 + LATIN_1.slice(WINDOWS_1252.length),
  'iso-8859-16': () => LATIN_1.slice(0, 0x20) + ISO_8859_16,
  'x-user-defined': () =>
    LATIN_1.replace(/./gsu, (char) => String.fromCharCode(0xf700 + char.charCodeAt(0))),
  'koi8-u': () => corrected('koi8-u', { 0xae: 'ў', 0xbe: 'Ў' }),
  'windows-1255': () => corrected('windows-1255', { 0xca: '\u05BA' }),
}

const HIGH = /[\u0080-\u00FF]/g

/**
 * Returns the decoder of an encoding with one byte for a character that some Node decodes wrongly or not at all;
 * undefined for all other encodings, which Node decodes.
 */
export function singleByteDecoder(name: string): ((bytes: Uint8Array) => string) | undefined {
  const upperHalf = UPPER_HALVES[name]?.()
  if (upperHalf === undefined) return undefined
  return (bytes) =>
    latin1(bytes).replace(HIGH, (char) => upperHalf.charAt(char.charCodeAt(0) - FIRST))
}

const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

/** Returns the characters that Node has for the bytes from 0x80 on, except for the bytes that `characters` corrects. */
function corrected(name: string, characters: Readonly<Record<number, string>>): string {
  const decoder = new TextDecoder(name)
  const read = (byte: number): string => characters[byte] ?? decoder.decode(Uint8Array.of(byte))
  return Array.from(LATIN_1, (char) => read(char.charCodeAt(0))).join('')
}
