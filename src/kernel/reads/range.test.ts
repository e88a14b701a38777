import { describe, expect, it } from 'vitest'
import { formatRange } from '../../lib/time/time-range.ts'
import { comparedRange, resolveRange } from './range.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

describe('comparedRange', () => {
  it.each([
    ['7d', 'previous_year', { from: '2025-11-15', to: '2025-11-21' }], // 52 weeks before
    ['2026-11-01..2026-11-10', 'previous_year', { from: '2025-11-01', to: '2025-11-10' }],
    ['2024-02-29..2024-02-29', 'previous_year', { from: '2023-02-28', to: '2023-02-28' }],
    ['2026-11-01..2026-11-10', 'previous_period', { from: '2026-10-22', to: '2026-10-31' }],
    ['7d', '2026-01-01..2026-01-05', { from: '2026-01-01', to: '2026-01-05' }],
    ['7d', 'yesterday', { from: '2026-11-19', to: '2026-11-19' }],
    ['today', '2026-11-01', { from: '2026-11-01', to: '2026-11-01' }],
    ['2026-11', 'Previous Period', { from: '2026-10-01', to: '2026-10-20' }],
    ['7d', 'yoy', { from: '2025-11-15', to: '2025-11-21' }],
  ])('compares %s with %s', (range, compare, shown) => {
    const resolved = resolveRange({ range }, 'UTC', now)
    expect(formatRange(comparedRange(compare, resolved, 'UTC', now)!)).toEqual(shown)
  })

  it.each(['all', '24h', 'aeon', '2026-11-05..2026-11-01', '2026-11-01..2027-01-01'])(
    'refuses %s',
    (compare) => {
      const resolved = resolveRange({ range: '7d' }, 'UTC', now)
      expect(() => comparedRange(compare, resolved, 'UTC', now)).toThrow(/Must|today is 2026-11-20/)
    },
  )
})
