import { letterOfDigit, toLatin } from './confusables.ts'

/**
 * The ways to read a word of a folded text: as it is, with look-alike letters as Latin ones, with digits as letters.
 */
export function wordVariants(word: string): readonly string[] {
  if (/^[a-z]+$/.test(word)) return [word]
  const look = toLatin(word)
  if (look === word && !/\d/.test(word)) return [word]
  const variants = new Set([word, look])
  if (/[a-z]/.test(look) && /\d/.test(look)) {
    const letters = look.replace(/[034578]/g, letterOfDigit)
    variants.add(letters.replaceAll('1', 'i'))
    variants.add(letters.replaceAll('1', 'l'))
  }
  return [...variants]
}
