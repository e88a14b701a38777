import { gzipSync } from 'node:zlib'
import { isRecord } from '../../src/lib/json/is-record.ts'
import { exchange, type Received } from './exchange.ts'
import {
  expand,
  MissingReferenceError,
  type Entry,
  type AnswerOfRecord,
  type BodyOfRecord,
  type RequestOfRecord,
} from './request-of-record.ts'
import { PUBLIC_HOST, type World } from './world.ts'

/** Headers that say nothing of the answer, or differ each time. */
const LEFT_OUT = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
])

/** Sends requests one after the other, a second apart, each when what those before it began has ended. */
export async function runRequests(
  world: World,
  requests: readonly RequestOfRecord[],
): Promise<Entry[]> {
  const kept = new Map<string, string>()
  const entries: Entry[] = []
  for (const request of requests) {
    world.app.clock.advance({ seconds: 1 })
    // Work that is due by then is done first, so that it does not come in between, as it would by a timer.
    await world.settle()
    entries.push({ request, answer: await answerTo(world, request, kept, entries.length) })
    await world.settle()
  }
  return entries
}

async function answerTo(
  world: World,
  request: RequestOfRecord,
  kept: Map<string, string>,
  index: number,
): Promise<AnswerOfRecord> {
  const find = (kind: string, name: string): string | undefined =>
    kind === 'kept' ? kept.get(name) : world.names.find(kind, name)
  try {
    const received = await exchange(world.app.url, sent(request, index, find)).catch(noAnswer)
    for (const [name, place] of Object.entries(request.keep ?? {})) {
      const part = partOf(received, place)
      if (part !== undefined) kept.set(name, part)
    }
    world.names.survey()
    return masked(world, received)
  } catch (error) {
    if (!(error instanceof MissingReferenceError)) throw error
    return { status: 0, headers: {}, body: `Not sent: ${error.message}` }
  }
}

/** A connection that broke is an answer too, and a difference where there was another. */
const noAnswer = (error: NodeJS.ErrnoException): Received => ({
  status: 0,
  headers: {},
  body: `No answer: ${error.code ?? error.name}`,
})

type Find = Parameters<typeof expand>[1]

/** Each request comes from an address of its own, whose limits nothing before it has used. */
function sent({ method, path, headers, body }: RequestOfRecord, index: number, find: Find) {
  const all = {
    host: PUBLIC_HOST,
    'x-forwarded-for': `198.51.${100 + (index >> 8)}.${index & 255}`,
    ...headers,
  }
  return {
    method,
    path: expand(path, (...reference) => {
      const value = find(...reference)
      return value === undefined ? undefined : encodeURIComponent(value)
    }),
    headers: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, expand(value, find)]),
    ),
    body: body === undefined || body === '' ? undefined : bytesOf(body, find),
  }
}

function bytesOf(body: BodyOfRecord, find: Find): string | Buffer {
  if (typeof body === 'string') return expand(body, find)
  if ('gzip' in body) return gzipSync(expand(body.gzip, find))
  if ('base64' in body) return Buffer.from(body.base64, 'base64')
  return body.repeat.repeat(body.times)
}

function masked({ names }: World, { status, headers, body }: Received): AnswerOfRecord {
  const shown = Object.entries(headers)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => [name, names.mask(value)])
  return { status, headers: Object.fromEntries(shown), body: names.mask(body) }
}

/** Reads a part of an answer that a later request names. */
function partOf({ headers, body }: Received, place: string): string | undefined {
  if (place.startsWith('header:')) return headers[place.slice('header:'.length)]
  if (place.startsWith('match:')) return new RegExp(place.slice('match:'.length)).exec(body)?.[1]
  if (place.startsWith('match-location:')) {
    return new RegExp(place.slice('match-location:'.length)).exec(headers['location'] ?? '')?.[1]
  }
  const steps = place.split('/').slice(1)
  const found = steps.reduce<unknown>(
    (value, step) =>
      Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[step] : undefined,
    parsed(body),
  )
  return typeof found === 'string' ? found : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
