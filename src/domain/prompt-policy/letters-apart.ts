/** Two letters between spaces: quick to look for, where the patterns of whole words are not. */
const SOME = /[ \t]\S{1,2}[ \t]\S{1,2}[ \t]/

/** Letters that are set apart, as in `r e m e m b e r`: what `pattern` finds, which wants four of them or more. */
export const lettersApart = (text: string, pattern: RegExp): RegExpExecArray[] =>
  SOME.test(text) ? [...text.matchAll(pattern)] : []
