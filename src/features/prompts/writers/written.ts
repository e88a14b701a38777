import type { Generator } from '../prompt.ts'
import type { Words } from './judge-draft.ts'

/** Words of a model that may be used, and which one wrote them. */
export interface Written extends Words {
  generator: Generator
}
