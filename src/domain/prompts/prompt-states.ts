/** States of a page's prompt. Readers see the active ones. */
export const PROMPT_STATES = ['draft', 'active', 'needs_review', 'disabled'] as const
export type PromptState = (typeof PROMPT_STATES)[number]
