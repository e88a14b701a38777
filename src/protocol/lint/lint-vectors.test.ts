import { describe, expect, it } from 'vitest'
import { lintPrompt } from './lint-prompt.ts'
import { readVectors } from '../../testing/protocol-vectors.ts'

interface LintVector {
  readonly id: string
  readonly note?: string
  readonly prompt: string
  readonly sources: readonly string[]
  readonly names?: readonly string[]
  readonly rendered: boolean
  readonly expect: { readonly reports: readonly string[]; readonly level?: string }
}

const { vectors } = readVectors<LintVector>('lint')

const findings = ({ prompt, sources, names, rendered }: LintVector) =>
  lintPrompt(prompt, { sources, names, isTemplate: !rendered })

describe('the lint vectors', () => {
  it('have ids of their own, and are of every rule', () => {
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length)
    expect(new Set(vectors.flatMap((vector) => vector.expect.reports)).size).toBe(12)
  })

  it.each(vectors.filter((vector) => vector.expect.reports.length === 0))(
    'have nothing to report in $id: $prompt',
    (vector) => {
      expect(findings(vector)).toEqual([])
    },
  )

  it.each(vectors.filter((vector) => vector.expect.reports.length > 0))(
    'report $expect.reports in $id: $prompt',
    (vector) => {
      const found = findings(vector)
      expect(found.map(({ ruleId }) => ruleId)).toEqual(
        expect.arrayContaining([...vector.expect.reports]),
      )
    },
  )

  it.each(vectors.filter((vector) => vector.expect.level !== undefined))(
    'are of the level $expect.level in $id',
    (vector) => {
      expect(findings(vector).map(({ level }) => level)).toContain(vector.expect.level)
    },
  )
})
