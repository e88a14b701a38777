import type { PromptGenerator } from '../prompt.ts'
import type { DraftTexts } from './check-draft.ts'

/** Usable words of a model, with the model that wrote them. */
export interface WrittenTexts extends DraftTexts {
  generator: PromptGenerator
}
