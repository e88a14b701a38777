/** Matches characters that do not show in one line, such as marks that turn the direction of a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/**
 * Matches the characters by which mail programs recognise links: dots, slashes, colons and at signs. Those of other
 * scripts and widths that stand for them in an address count too: the full stops of UTS 46, and slashes that only look
 * like one. https://www.unicode.org/reports/tr46/#Notation
 */
const JOINTS =
  /[./:@\\\u2044\u2215\u29f8\u3002\ufe52\ufe55\ufe68\ufe6b\uff0e\uff0f\uff1a\uff20\uff3c\uff61\u2024\ufe13]/gu

/** An invisible character at which no line breaks; texts on its two sides do not make an address. */
const WORD_JOINER = '\u2060'

/** Makes a text that a person chose into one line that no mail program makes a link of. */
export const mailWords = (text: string): string =>
  text
    .replaceAll(UNSEEN, ' ')
    .replaceAll(JOINTS, `${WORD_JOINER}$&${WORD_JOINER}`)
    .replaceAll(/\u2060+/gu, WORD_JOINER)
    .trim()

/** Makes a text one line for a header, where a line break would begin another one. Its word joiners stay. */
export const oneMailLine = (text: string): string =>
  text
    .split(WORD_JOINER)
    .map((part) => part.replaceAll(UNSEEN, ' '))
    .join(WORD_JOINER)
