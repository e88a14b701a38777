import type { RubricCheck } from './rubric-check.ts'
import { RUBRIC_CONTENT } from './rubric-content.ts'
import { RUBRIC_ACCESS } from './rubric-access.ts'
import { RUBRIC_DISCOVERY } from './rubric-discovery.ts'

const CHECKS = [...RUBRIC_ACCESS, ...RUBRIC_CONTENT, ...RUBRIC_DISCOVERY] as const

export type CheckId = (typeof CHECKS)[number]['id']

/** All checks, in the order of their ids. */
export const RUBRIC: readonly (RubricCheck & { id: CheckId })[] = CHECKS
