/** How questions are put in one language. */
export interface QuestionForms {
  /**
   * What the heading of a section, or the title of a page, asks when it is read as a question: the first pattern that
   * fits decides; `null` says that such a heading asks nothing. `$1` is what a pattern took; `$l1` the same with a
   * small first letter unless it is a name, `$a1` with one where it begins with an article, and `$v1` with one in any case,
   * for verbs. Patterns are anchored, and headings are short.
   */
  readings: readonly (readonly [pattern: RegExp, question: string | null])[]
  /** Readings of headings that stand on many pages: `$1` is the name of what the page is about. */
  ofPage?: readonly (readonly [pattern: RegExp, question: string])[]
  /** Readings that only hold where the page gives instructions. */
  steps: readonly (readonly [pattern: RegExp, question: string])[]
  /** The beginning of a sentence that defines `$<term>`, with the verb of several things in `$<many>`. */
  definition: RegExp
  /** Asks for that definition. */
  meaning: string
  /** Asks for that of several things, where that is put otherwise. */
  meaningOfMany?: string
  /** Questions that invite rather than ask (`Ready to start?`). */
  invitation: RegExp
  /** What a question of this language has in it, where a fragment may also end in a question mark. */
  asks?: RegExp
  /** Elisions and the like, for questions that were put together. */
  mend?: readonly (readonly [pattern: RegExp, text: string])[]
  /** Asks what a name of code, `$1`, is for. */
  use: string
  /** What a page asks itself and how it is put better, such as an infinitive. */
  own?: readonly (readonly [pattern: RegExp, question: string])[]
  /** Asks about an article without parts, whose title is `$1`. */
  gist: string
  /** Asks about an article of several parts, whose title is `$1`. */
  points: string
  /** Asks what the site `$2` says about `$1`. */
  says: string
  /** Asks the same of a site without a name. */
  pageSays: string
}
