const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz' // Crockford base32, lower case

/** Encodes 48 bits as ten base32 characters. The arithmetic stays below 2^53, so doubles are exact. */
export function encode48(value: number): string {
  let rest = value
  let text = ''
  for (let i = 0; i < 10; i++) {
    text = ALPHABET.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

export const decode48 = (text: string): number =>
  Array.from(text).reduce((value, char) => value * 32 + ALPHABET.indexOf(char), 0)

/** The reversible id of a question: its time and its sequence number, 20 characters. */
export function questionId(atMs: number, seq: number): string {
  return `qst_${encode48(atMs)}${encode48(seq)}`
}
