import { expect, it } from 'vitest'
import { allRequests } from './all-requests.ts'
import { recordAnswers } from './make-record.ts'

const TWO_RUNS_MS = 300_000

it(
  'two records of one commit are the same; every request is sent, and none is answered by a fault of the service',
  async () => {
    const requests = [...allRequests().values()].flat()
    expect(requests.length).toBeGreaterThan(1_000)
    const first = await recordAnswers(requests)
    expect(await recordAnswers(requests)).toEqual(first)
    const failed = first.filter(({ answer: { status } }) => status === 0 || status >= 500)
    const names = failed.map(({ request }) => request.name)
    // Some lists have one page.
    expect(names.filter((name) => !name.endsWith(': next page'))).toEqual([])
  },
  TWO_RUNS_MS,
)
