import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const QUEUE = 'src/lib/concurrency/keyed-queue.ts'

/**
 * The files that keep resolvers besides the queue. In each, a caller waits for the result of the very thing that it
 * brought, not for a turn.
 */
const NO_TURNS: Readonly<Record<string, string>> = {
  'db/sqlite/ingest/event-sink.ts': 'events, until the commit of their group',
  'src/dev/look/chromium.ts': 'a command, until the browser answers its number',
  'src/features/scans/crawl/body-reader.ts': 'a page, until the message that it goes with is read',
  'src/features/webhooks/delivery/delivery-marks.ts': 'a mark, until the commit of its group',
  'src/features/webhooks/delivery/threaded-sender.ts':
    'a delivery, until the thread answers its number',
}

const PROMISE = /\bnew Promise(?:<[^;{}]*?>)?\(/g
const EXECUTOR = /^\s*(?:async\s*)?(?:\(([^)]*)\)|(\w+))\s*=>/
const DECLARED = /\b(?:const|let)\s+(\w+)[^=;]*=(?!=)/g
/**
 * The calls that may keep an argument: of a collection, or of a method of the same object that gives it to a
 * collection.
 */
const KEEPING = /(?:\.(?:push|unshift|splice|set|add|enqueue)|\bthis\.#?\w+)\(/g
/** An assignment of an array, or to an element of one. */
const ASSIGNED = /(?:=\s*\[|\]\s*=(?!=))/g

/** The text from a place on, up to where the bracket before it is closed. */
function insideOf(source: string, from: number): string {
  let depth = 1
  for (let at = from; at < source.length; at++) {
    if ('([{'.includes(source.charAt(at))) depth += 1
    if (')]}'.includes(source.charAt(at))) depth -= 1
    if (depth === 0) return source.slice(from, at)
  }
  return source.slice(from)
}

/** The text of an expression, up to the end of its statement. */
function statementOf(source: string, from: number): string {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    if ('([{'.includes(source.charAt(at))) depth += 1
    if (')]}'.includes(source.charAt(at))) depth -= 1
    if (depth < 0 || (depth === 0 && source.charAt(at) === '\n')) return source.slice(from, at)
  }
  return source.slice(from)
}

const placesOf = (source: string, pattern: RegExp): number[] =>
  [...source.matchAll(pattern)].map(({ 0: text, index }) => index + text.length)

const mentions = (text: string, names: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\b\w+\b/g)].some(([word]) => names.has(word))

/** The parameters of an executor, and what is made of them. */
function resolversIn(executor: string): Set<string> | undefined {
  const [, many, one] = EXECUTOR.exec(executor) ?? []
  const parameters = many?.split(',') ?? (one === undefined ? undefined : [one])
  if (!parameters) return undefined
  const names = new Set(parameters.map((name) => name.trim()).filter((name) => name !== ''))
  for (let size = -1; size !== names.size;) {
    size = names.size
    for (const { 0: text, 1: name = '', index } of executor.matchAll(DECLARED)) {
      if (mentions(statementOf(executor, index + text.length), names)) names.add(name)
    }
  }
  return names
}

/** Each promise whose resolver is put into a collection, by its line; and what cannot be read. */
function keptResolvers(source: string): number[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, (comment) =>
    comment.replaceAll(/./g, ' '),
  )
  const kept = placesOf(code, PROMISE).filter((at) => {
    const executor = insideOf(code, at)
    const names = resolversIn(executor)
    if (!names) return true
    const given = placesOf(executor, KEEPING).map((from) => insideOf(executor, from))
    const assigned = placesOf(executor, ASSIGNED).map((from) => statementOf(executor, from))
    return [...given, ...assigned].some((text) => mentions(text, names))
  })
  // A resolver without an executor can go anywhere.
  return [...kept, ...placesOf(code, /\bPromise\.withResolvers\b/g)].map(
    (at) => code.slice(0, at).split('\n').length,
  )
}

const sources = ['src', 'db', 'tools'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
)

describe('those who wait for a turn', () => {
  it('stand in the one queue', () => {
    expect(sources.length).toBeGreaterThan(800)
    const keeping = sources.filter((file) => keptResolvers(readFileSync(file, 'utf8')).length > 0)
    expect(keeping.toSorted()).toEqual([QUEUE, ...Object.keys(NO_TURNS)].toSorted())
  })

  it.each([
    'await new Promise<void>((begin) => waiting.push(begin))',
    'await new Promise((resolve) => this.#waiting.set(id, resolve))',
    'return new Promise((resolve, reject) => {\n  this.#waiting.push({ begin: resolve, cancel: () => reject(new Error()) })\n})',
    'return new Promise<Answer>((resolve, reject) => {\n  const waiting = { request, resolve }\n  this.#queue.add(waiting)\n})',
    'return new Promise((resolve) => {\n  const wake = () => {\n    clearTimeout(timer)\n    resolve()\n  }\n  this.#enter(wake)\n})',
    'new Promise<void>(async (done) => {\n  this.#all = [...this.#all, done]\n})',
    'new Promise((done) => {\n  this.#byKey[key] = done\n})',
    'new Promise<() => void>(executor)',
    'const { promise, resolve } = Promise.withResolvers<void>()',
  ])('are found elsewhere: %s', (source) => {
    expect(keptResolvers(`class Made {\n${source}\n}`)).toEqual([2])
  })

  it.each([
    'await new Promise<void>((resolve) => setTimeout(resolve, pauseMs))',
    "await new Promise((resolve) => server.once('close', () => resolve()))",
    'this.#next ??= new Promise((resolve) => {\n  this.#happen = resolve\n})',
    'new Promise<void>((begun) => {\n  this.#queue.run(() => {\n    begun()\n  })\n  seen.push(name)\n})',
    '// new Promise((resolve) => waiting.push(resolve))',
  ])('are not seen where nobody stands: %s', (source) => {
    expect(keptResolvers(source)).toEqual([])
  })
})
