/** The forms that tell a real question of a language from other texts that end in a question mark. */
export interface QuestionForms {
  /** Questions that invite rather than ask (`Ready to start?`). */
  invitation: RegExp
  /** Words that a question of this language has in it, where a fragment may also end in a question mark. */
  asks?: RegExp
}
