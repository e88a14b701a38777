import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Entry, AnswerOfRecord } from './request-of-record.ts'

/** The longest body that is kept whole; of a longer one, its beginning and a hash of all of it are kept. */
const MAX_BODY = 880
const SHORTENED = / … \d+ characters, sha256 [0-9a-f]{16}$/

/** Cuts a long body, so that a record can be read. */
export const shortened = (answer: AnswerOfRecord): AnswerOfRecord => ({
  ...answer,
  body:
    answer.body.length <= MAX_BODY
      ? answer.body
      : `${answer.body.slice(0, MAX_BODY)} … ${answer.body.length} characters, sha256 ${hashOf(answer.body)}`,
})

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16)

type Headers = AnswerOfRecord['headers']

/**
 * An entry whose answer names its headers by their number in the first line of the record: many answers share few sets.
 */
interface Line {
  request: Entry['request']
  answer: Omit<AnswerOfRecord, 'headers'> & { headers: number }
}

/** Writes a record: the sets of headers, then one line for each request with its answer. */
export function writeRecordFile(file: string, entries: readonly Entry[]): void {
  const texts = [...new Set(entries.map(({ answer }) => JSON.stringify(answer.headers)))]
  const lines = entries.map(({ request, answer }): Line => {
    const headers = texts.indexOf(JSON.stringify(answer.headers))
    return { request, answer: { ...answer, headers } }
  })
  const written = [`[${texts.join(',')}]`, ...lines.map((line) => JSON.stringify(line))]
  writeFileSync(file, `${written.join('\n')}\n`)
}

export function readRecordFile(file: string): Entry[] {
  const [head = '', ...rest] = readFileSync(file, 'utf8').trimEnd().split('\n')
  // @NOTE `writeRecordFile` wrote each line.
  const sets = JSON.parse(head) as Headers[]
  return rest.map((text) => {
    const { request, answer } = JSON.parse(text) as Line
    return { request, answer: { ...answer, headers: sets[answer.headers] ?? {} } }
  })
}

const SHOWN = 300
const BEFORE = 80

/** Says in what two answers to one request differ; undefined where they are the same. The later one is whole. */
export function differenceOf(before: AnswerOfRecord, whole: AnswerOfRecord): string | undefined {
  const after = SHORTENED.test(before.body) ? shortened(whole) : whole
  const parts = [
    ...(before.status === after.status ? [] : [`  status ${before.status} → ${after.status}`]),
    ...headerDifferences(before.headers, after.headers),
    ...(before.body === after.body ? [] : [bodyDifference(before.body, after.body)]),
  ]
  return parts.length === 0 ? undefined : parts.join('\n')
}

const headerDifferences = (before: Headers, after: Headers): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    before[name] === after[name]
      ? []
      : [`  header ${name}: ${before[name] ?? 'none'} → ${after[name] ?? 'none'}`],
  )

/** Shows both bodies from a little before the place where they part. */
function bodyDifference(before: string, after: string): string {
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  const start = Math.max(0, at - BEFORE)
  const shown = (text: string): string => JSON.stringify(text.slice(start, start + SHOWN))
  return `  body from character ${start}\n    - ${shown(before)}\n    + ${shown(after)}`
}
