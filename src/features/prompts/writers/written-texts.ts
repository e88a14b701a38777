import type { PromptGenerator } from '../prompt.ts'
import type { DraftTexts } from './check-draft.ts'

/** Words of a model that may be used, and which one wrote them. */
export interface WrittenTexts extends DraftTexts {
  generator: PromptGenerator
}
