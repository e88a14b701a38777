import { assertMark } from '../../kernel/door/byte-order-mark.ts'
import type { InputRule } from '../../kernel/door/every-refusal.ts'
import type { OrgContext } from '../../kernel/door/operation.ts'
import {
  assertNoMost,
  positionOf,
  ROW_CHECKS,
  streamLimit,
  type ExportInput,
} from './export-input.ts'
import { assertNoAfter } from './export-query.ts'
import { groupRules, questionRules } from './query-rules.ts'

type ExportRule = InputRule<OrgContext, ExportInput>

const ofRows =
  (rule: (input: ExportInput) => unknown): ExportRule =>
  (_, input) =>
    input.rows === 'query' ? undefined : rule(input)

/** What an export refuses besides its schema. */
export const exportRules: readonly ExportRule[] = [
  ...questionRules,
  ...groupRules.map(
    (rule): ExportRule =>
      (ctx, input) =>
        input.rows === 'query' ? rule(ctx, input) : undefined,
  ),
  ...ROW_CHECKS.map(ofRows),
  ofRows(({ after, rows }) =>
    after === undefined || rows === 'query' ? undefined : positionOf(after, rows),
  ),
  (_, { rows, after }) => (rows === 'query' ? assertNoAfter(after) : undefined),
  (_, input) => assertMark(input),
  (_, input) => assertNoMost(input),
  (_, input) => (input.format === 'json' ? undefined : streamLimit(input)),
]
