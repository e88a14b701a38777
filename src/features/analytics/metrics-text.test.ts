import { expect, it } from 'vitest'
import { ANSWER_TOKENS } from '../../kernel/reads/token-budget.ts'
import { estimateTokens } from '../../lib/text/estimate-tokens.ts'
import { DIMENSION_IDS } from './dimensions.ts'
import { METRIC_IDS } from './metrics.ts'
import { metricsText } from './metrics-text.ts'

it('the definitions have every metric and dimension, in no more than one answer holds', () => {
  const lines = metricsText().split('\n')
  for (const id of METRIC_IDS) {
    expect(lines.filter((line) => line.startsWith(`- ${id} (`))).toHaveLength(1)
  }
  for (const id of DIMENSION_IDS) {
    expect(lines.filter((line) => line.startsWith(`- ${id}: `))).toHaveLength(1)
  }
  expect(estimateTokens(metricsText())).toBeLessThan(ANSWER_TOKENS)
})
