import type { CheckEvaluator } from '../page-checks.ts'
import type { CheckId } from '../rubric.ts'
import { ACCESS } from './access.ts'
import { ANSWERABILITY } from './answerability.ts'
import { DISCOVERY } from './discovery.ts'
import { RENDERING } from './rendering.ts'
import { STRUCTURE } from './structure.ts'
import { TRUST } from './trust.ts'

/** Every check of the rubric by its id. */
export const CHECKS: Readonly<Record<CheckId, CheckEvaluator>> = {
  ...ACCESS,
  ...RENDERING,
  ...STRUCTURE,
  ...TRUST,
  ...ANSWERABILITY,
  ...DISCOVERY,
}
