/** How a language tells what somebody asks from what only ends in a question mark. */
export interface QuestionForms {
  /** Questions that invite rather than ask (`Ready to start?`). */
  invitation: RegExp
  /** What a question of this language has in it, where a fragment may also end in a question mark. */
  asks?: RegExp
}
