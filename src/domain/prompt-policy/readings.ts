import { latinLook } from './look-alikes.ts'

const DIGIT_LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
}

/** A word of a folded text and what else it may be read as: look-alike letters, digits for letters. */
export function readingsOf(word: string): readonly string[] {
  if (/^[a-z]+$/.test(word)) return [word]
  const look = latinLook(word)
  if (look === word && !/\d/.test(word)) return [word]
  const readings = new Set([word, look])
  if (/[a-z]/.test(look) && /\d/.test(look)) {
    const letters = look.replace(/[034578]/g, (digit) => DIGIT_LETTERS[digit] ?? digit)
    readings.add(letters.replaceAll('1', 'i'))
    readings.add(letters.replaceAll('1', 'l'))
  }
  return [...readings]
}
