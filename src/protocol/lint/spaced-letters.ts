/** Matches two pieces in a row, of one or two characters each, between spaces: a cheap test that most texts fail. */
const MAY_HAVE_SPACED_LETTERS = /[ \t]\S{1,2}[ \t]\S{1,2}[ \t]/

/** Finds spaced-out letters, as in `r e m e m b e r`; `pattern` must ask for four letters or more. */
export const findSpacedLetters = (text: string, pattern: RegExp): RegExpExecArray[] =>
  MAY_HAVE_SPACED_LETTERS.test(text) ? [...text.matchAll(pattern)] : []
