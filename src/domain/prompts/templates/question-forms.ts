/** The forms that tell a real question of a language from other texts that end in a question mark. */
export interface QuestionForms {
  /** Matches questions that invite rather than ask (`Ready to start?`). */
  invitation: RegExp
  /**
   * Matches words that every question of this language holds; given for languages in which fragments may end in a
   * question mark too.
   */
  asks?: RegExp
}
