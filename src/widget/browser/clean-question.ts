/**
 * Cleans a question that a reader typed, as the protocol cleans a value of a prompt, except that the marks on one
 * letter have no bound. That bound keeps long texts fast, and a question is short.
 */
export const cleanQuestion = (text: string): string =>
  text
    .replace(/(?!\p{White_Space})[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/gu, '')
    .normalize('NFC')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim()
