/** Matches control characters and invisible characters, except line feeds. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029]/gu

const codeOf = (char: string): string => (char.codePointAt(0) ?? 0).toString(16).toUpperCase()

/** Writes a caller's text so that all of it is visible: `\u{200B}` stands for an invisible character. */
export const showUnseen = (text: string): string =>
  text.replaceAll(UNSEEN, (char) => String.raw`\u{${codeOf(char)}}`)

/** Returns at most the first `max` UTF-16 units of a text as `showUnseen` writes it. */
export const shownStart = (text: string, max: number): string =>
  text.length <= max
    ? showUnseen(text)
    : `${showUnseen(
        text
          .slice(0, max)
          .toWellFormed()
          .replace(/\uFFFD$/, ''),
      )}…`
