import { findHidden } from '../protocol/lint/hidden-characters.ts'

/** Matches control characters, ends of lines among them. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u

/** True for a text that shows all that it holds: one line, without control characters and hidden ones. */
export const isOneLine = (text: string): boolean =>
  !CONTROL.test(text) && findHidden(text).length === 0
