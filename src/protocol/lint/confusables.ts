import characters from '../data/lint-characters.json' with { type: 'json' }

const mapOf = (...lists: readonly string[]): Map<string, string> =>
  new Map(
    lists
      .join(' ')
      .split(' ')
      .map((pair): [string, string] => {
        const [first = ''] = pair
        return [first, pair.slice(first.length).toLowerCase()]
      }),
  )

const { lookAlikes, symbols, letters, simplified, digits } = characters
const latinByLetter = mapOf(...lookAlikes)
const letterBySymbol = mapOf(symbols)
const letterByDigit = mapOf(digits)
const foldedLetters = mapOf(letters, ...simplified)

/**
 * Returns the letter that a digit passes for, as in `1gn0re`, or the digit itself. `1` may be two letters and stays as
 * it is.
 */
export const letterOfDigit = (digit: string): string => letterByDigit.get(digit) ?? digit

/** Folds a lower-case letter: `ß` to `ss`, `記` to `记`; most letters stay as they are. */
export const foldLetter = (letter: string): string => foldedLetters.get(letter) ?? letter

/** Returns the letter that a symbol passes for; undefined where it passes for none. */
export const letterOfSymbol = (symbol: string): string | undefined => letterBySymbol.get(symbol)

/** True when a lower-case letter of another alphabet looks like a Latin one. */
export const isLatinConfusable = (letter: string): boolean => latinByLetter.has(letter)

/** Replaces letters that look Latin by Latin ones; a word with other letters stays as it is. */
export const toLatin = (word: string): string =>
  word.replaceAll(OTHER_LETTERS, (letter) => latinByLetter.get(letter) ?? letter)

/** No letter of ASCII looks like another one. */
const OTHER_LETTERS = /[^ -~]/gu
