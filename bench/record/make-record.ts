import { allRequests } from './all-requests.ts'
import { buildWorld } from './build-world.ts'
import { differenceOf, readRecordFile, shortened, writeRecordFile } from './record-file.ts'
import type { Entry, RequestOfRecord } from './request-of-record.ts'
import { runRequests } from './run-requests.ts'

interface Report {
  text: string
  isSame: boolean
}

/** Sends requests to a world of their own. */
export async function recordAnswers(requests: readonly RequestOfRecord[]): Promise<Entry[]> {
  await using world = await buildWorld()
  return await runRequests(world, requests)
}

/** Writes the record of this commit, with long bodies cut unless it is to be whole. */
export async function makeRecord(file: string, isWhole: boolean): Promise<Report> {
  const byKind = allRequests()
  const entries = await recordAnswers([...byKind.values()].flat())
  const cut = entries.map(({ request, answer }) => ({ request, answer: shortened(answer) }))
  writeRecordFile(file, isWhole ? entries : cut)
  const counts = [...byKind].map(([kind, { length }]) => `${kind} ${length}`)
  const text = `${entries.length} requests in ${file}: ${counts.join(', ')}`
  return { text, isSame: true }
}

/** Compares the answers of this commit with those of a record. */
export async function compareRecord(file: string): Promise<Report> {
  const before = readRecordFile(file)
  const after = await recordAnswers(before.map(({ request }) => request))
  const differences = before.flatMap(({ request, answer }, i) => {
    const found = after[i] && differenceOf(answer, after[i].answer)
    return found === undefined ? [] : [`${request.name}\n${found}`]
  })
  const count = `${differences.length} of ${before.length} answers differ`
  return { text: [...differences, count].join('\n\n'), isSame: differences.length === 0 }
}
