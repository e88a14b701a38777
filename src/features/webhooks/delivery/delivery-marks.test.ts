import { describe, expect, it } from 'vitest'
import type { DeliveryOutcome } from '../../../../db/webhooks/mark-deliveries.ts'
import { createLogger } from '../../../lib/logger.ts'
import { DeliveryMarks } from './delivery-marks.ts'

const mark = (id: string): DeliveryOutcome => ({
  lease: { id, leaseId: 'lease' },
  subscriptionId: 'whk_1',
  orgId: 'org_1',
  attempt: undefined,
  retryAt: undefined,
  isSuccess: undefined,
  isGone: false,
})

/** Opens marks that remember their groups, and whose store fails for the ids that `fails` names. */
function openMarks(fails: (ids: readonly string[]) => boolean = () => false) {
  const groups: string[][] = []
  const lines: string[] = []
  const log = createLogger('debug', { write: (line) => lines.push(line) })
  const marks = new DeliveryMarks(async (group) => {
    const ids = group.map(({ lease }) => lease.id)
    if (fails(ids)) throw new Error('The disk is full')
    groups.push(ids)
  }, log)
  return { marks, groups, lines }
}

describe('DeliveryMarks', () => {
  it('stores what comes together in groups of thirty-two, each once', async () => {
    const { marks, groups } = openMarks()
    const ids = Array.from({ length: 80 }, (_, i) => String(i))
    await Promise.all(ids.map((id) => marks.add(mark(id))))
    expect(groups.map((group) => group.length)).toEqual([32, 32, 16])
    expect(groups.flat()).toEqual(ids)
  })

  it('tries again, one by one, and tells of a failure once', async () => {
    let failures = 1
    const { marks, groups, lines } = openMarks(() => failures-- > 0)
    const adding = Promise.all(['a', 'b'].map((id) => marks.add(mark(id))))
    await expect.poll(() => marks.isFailing).toBe(true)
    await adding
    expect(groups).toEqual([['a'], ['b']])
    expect(marks.isFailing).toBe(false)
    expect(lines).toHaveLength(1)
  })

  it('gives up what cannot be stored, and nothing else of its group', async () => {
    const { marks, groups } = openMarks((ids) => ids.includes('bad'))
    const adding = ['a', 'bad', 'b'].map((id) => marks.add(mark(id)))
    const settled = await Promise.allSettled(adding)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(groups.flat()).toEqual(['a', 'b'])
  })

  it('stores what waits before it is closed, and then tries nothing again', async () => {
    const well = openMarks()
    const stored = well.marks.add(mark('a'))
    await well.marks[Symbol.asyncDispose]()
    await stored
    expect(well.groups).toEqual([['a']])
    const broken = openMarks(() => true)
    const [lost] = await Promise.allSettled([
      broken.marks.add(mark('a')),
      broken.marks[Symbol.asyncDispose](),
    ])
    expect(lost.status).toBe('rejected')
  })
})
