import { ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import type { Coding } from '../lib/web/accepted-coding.ts'

interface Packing {
  /** The coding of the answer that the client accepts; undefined where it gets the text as it is. */
  coding: Coding | undefined
  /** Packs the bytes; undefined where no packing is possible at the time. */
  pack: (bytes: Uint8Array, coding: Coding) => Promise<Buffer> | undefined
}

/** The fewest bytes that are worth packing: a shorter text takes one packet of the network either way. */
const MIN_BYTES = 1_024

const TEXT = /^(?:text\/|image\/svg\+xml\b|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/i

/** Statuses of answers that have no body, or a part of one. */
const UNPACKED: ReadonlySet<number> = new Set([204, 206, 304])

type Method = 'writeHead' | 'write' | 'end' | 'flushHeaders'

/** Holds the head of an answer back until the beginning of the body shows in which form both are sent. */
export class HeldAnswer {
  readonly #response: ServerResponse
  readonly #packing: Packing
  #headers: OutgoingHttpHeaders | undefined
  /** The bytes that were written so far, where they may be the whole body. */
  #written: Uint8Array | undefined
  #stage: 'held' | 'packing' | 'open' = 'held'

  constructor(response: ServerResponse, packing: Packing) {
    this.#response = response
    this.#packing = packing
  }

  /**
   * Begins to hold the answer. @NOTE Express gives an answer another prototype, so its methods are replaced on the
   * answer itself.
   */
  begin(): void {
    Object.assign(this.#response, {
      writeHead: (...args: unknown[]) => this.#writeHead(args),
      write: (...args: unknown[]) => this.#write(args),
      flushHeaders: (...args: unknown[]) => this.#pass('flushHeaders', args),
      end: (...args: unknown[]) => this.#end(args),
    })
  }

  #call(name: Method, args: readonly unknown[]): unknown {
    return Reflect.apply(ServerResponse.prototype[name], this.#response, args)
  }

  #writeHead(args: readonly unknown[]): ServerResponse {
    const [status, headers = {}] = args
    if (this.#stage === 'held' && typeof status === 'number' && isHeaders(headers)) {
      this.#response.statusCode = status
      this.#headers = headers
    } else if (this.#stage !== 'packing') {
      this.#stage = 'open'
      this.#call('writeHead', args)
    }
    return this.#response
  }

  /**
   * Writes a part of the body. The first part of a JSON answer is kept until the end, since JSON is never streamed:
   * the adapter of the MCP SDK writes all JSON in this way.
   */
  #write(args: readonly unknown[]): unknown {
    const [part, ...more] = args
    const isFirst = this.#stage === 'held' && !this.#written && more.length === 0
    const isJson = isFirst && this.#header('content-type').startsWith('application/json')
    if (!isJson || !(part instanceof Uint8Array)) return this.#pass('write', args)
    this.#written = part
    return true
  }

  #pass(name: Method, args: readonly unknown[]): unknown {
    if (this.#stage === 'packing') return false
    this.#open()
    if (this.#written) this.#call('write', [this.#written])
    this.#written = undefined
    return this.#call(name, args)
  }

  /** Sends the head with some headers changed, or left out where they are undefined. */
  #open(changed: OutgoingHttpHeaders = {}): void {
    if (this.#stage === 'open') return
    this.#stage = 'open'
    const names = new Set(Object.keys(changed).map((name) => name.toLowerCase()))
    if (!this.#headers && names.size === 0) return
    const kept = Object.entries(this.#headers ?? {}).filter(
      ([name]) => !names.has(name.toLowerCase()),
    )
    for (const name of names) this.#response.removeHeader(name)
    const added = Object.entries(changed).filter(([, value]) => value !== undefined)
    const headers = Object.fromEntries([...kept, ...added])
    this.#call('writeHead', [this.#response.statusCode, headers])
  }

  #end(given: readonly unknown[]): unknown {
    const isInParts = this.#written !== undefined && given.length > 0
    if (this.#stage !== 'held' || isInParts) return this.#pass('end', given)
    const args = this.#written ? [this.#written] : given
    const { coding } = this.#packing
    if (this.#response.statusCode === 304) {
      this.#open({ ...this.#varied(), ...this.#knownTag() })
      return this.#call('end', args)
    }
    const bytes = this.#bytesOf(args)
    if (!bytes || !coding) {
      this.#open(bytes && this.#varied())
      return this.#pass('end', given)
    }
    const head = { ...this.#varied(), ...this.#weakTag(), 'Content-Encoding': coding }
    if (this.#response.req.method === 'HEAD') {
      this.#open({ ...head, 'Content-Length': undefined })
      return this.#call('end', [])
    }
    return this.#sendPacked(args, head, this.#packing.pack(bytes, coding))
  }

  #sendPacked(
    args: readonly unknown[],
    head: OutgoingHttpHeaders,
    packed: Promise<Buffer> | undefined,
  ): unknown {
    const response = this.#response
    const sendPlain = (): unknown => {
      this.#open(this.#varied())
      return this.#call('end', args)
    }
    if (!packed) return sendPlain()
    this.#stage = 'packing'
    // The answer is fixed from here on: a later error must not begin another one.
    Object.defineProperty(response, 'headersSent', { value: true })
    packed.then((bytes) => this.#sendBytes(bytes, head), sendPlain)
    return response
  }

  #sendBytes(bytes: Buffer, head: OutgoingHttpHeaders): unknown {
    // Its client may have hung up meanwhile.
    if (this.#response.destroyed) return this.#response
    this.#open({ ...head, 'Content-Length': bytes.length })
    return this.#call('end', [bytes])
  }

  /** Returns the body as bytes, where the body is a text that may be packed. */
  #bytesOf([body, ...more]: readonly unknown[]): Uint8Array | undefined {
    const isBody = typeof body === 'string' || body instanceof Uint8Array
    if (!isBody || more.length > 0 || Buffer.byteLength(body) < MIN_BYTES) return undefined
    const { statusCode } = this.#response
    if (UNPACKED.has(statusCode) || !TEXT.test(this.#header('content-type'))) return undefined
    if (this.#header('content-encoding') !== '') return undefined
    if (/\bno-transform\b/i.test(this.#header('cache-control'))) return undefined
    return typeof body === 'string' ? Buffer.from(body) : body
  }

  #header(name: string): string {
    for (const [own, value] of Object.entries(this.#headers ?? {})) {
      if (own.toLowerCase() === name) return String(value ?? '')
    }
    return String(this.#response.getHeader(name) ?? '')
  }

  /** Returns the header Vary with Accept-Encoding: a cache must not hand the form of one client to another. */
  #varied(): OutgoingHttpHeaders {
    const before = this.#header('vary')
    return { Vary: before === '' ? 'Accept-Encoding' : `${before}, Accept-Encoding` }
  }

  /**
   * Returns the weak ETag for a client that has the packed form: it knows that form by the weak tag, and would take a
   * strong one for the tag of another form.
   */
  #knownTag(): OutgoingHttpHeaders {
    const weak = this.#weakTag()
    const known = this.#response.req.headers['if-none-match']
    return typeof weak['ETag'] === 'string' && known?.includes(weak['ETag']) ? weak : {}
  }

  /** Returns the ETag as a weak one: the packed bytes differ from those that a strong ETag stands for. */
  #weakTag(): OutgoingHttpHeaders {
    const tag = this.#header('etag')
    return tag.startsWith('"') ? { ETag: `W/${tag}` } : {}
  }
}

const isHeaders = (value: unknown): value is OutgoingHttpHeaders =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
