import { connect, type Socket } from 'node:net'
import { parseAnswer, type HttpAnswer } from './parse-answer.ts'

const EMPTY = Buffer.alloc(0)

interface PendingAnswer {
  request: Buffer
  resolve: (answer: HttpAnswer) => void
  reject: (cause: Error) => void
  /** True where a kept connection ended under this request once already. */
  isRepeated: boolean
}

/**
 * A keep-alive connection to a loopback port that carries one exchange at a time. A server closes one that was idle for
 * its time, five seconds in Node: then the next exchange opens another.
 * Hand-made, because a slow client keeps the server idle and so inflates its CPU per request.
 */
export class HttpConnection {
  readonly #port: number
  #socket: Socket
  #received: Buffer = EMPTY
  #pending: PendingAnswer | undefined
  /** Number of answers on this socket. */
  #answers = 0

  private constructor(port: number, socket: Socket) {
    this.#port = port
    this.#socket = this.#attend(socket)
  }

  static async open(port: number): Promise<HttpConnection> {
    return new HttpConnection(port, await connected(port))
  }

  /** Rejects when the connection ends first, except for a kept one that had ended while it was idle. */
  exchange(request: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#pending = { request, resolve, reject, isRepeated: false }
      if (this.#socket.destroyed) this.#repeat(new Error('The server closed the connection'))
      else this.#socket.write(request)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy()
  }

  #attend(socket: Socket): Socket {
    socket.on('data', (chunk) => this.#receive(chunk))
    // An error is followed by the close of the same socket, and only the first of both counts.
    const end = (cause: Error): void => {
      socket.removeAllListeners()
      if (this.#pending !== undefined) this.#repeat(cause)
    }
    socket.on('error', end)
    socket.on('close', () => end(new Error('The server closed the connection')))
    return socket
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    try {
      const answer = parseAnswer(this.#received)
      if (answer === undefined) return
      this.#received = this.#received.subarray(answer.size)
      this.#answers += 1
      const pending = this.#pending
      this.#pending = undefined
      pending?.resolve(answer)
    } catch (cause) {
      this.#socket.destroy(new Error('Cannot read the answer', { cause }))
    }
  }

  /** Sends the request once more where the server had closed a kept connection before any of its answer came. */
  #repeat(cause: Error): void {
    const pending = this.#pending
    if (!pending) return
    const wasKept = this.#answers > 0 && this.#received.length === 0 && !pending.isRepeated
    if (!wasKept) {
      this.#fail(cause)
      return
    }
    pending.isRepeated = true
    this.#sendAnew(pending.request).catch((error: Error) => this.#fail(error))
  }

  async #sendAnew(request: Buffer): Promise<void> {
    this.#socket = this.#attend(await connected(this.#port))
    this.#answers = 0
    this.#socket.write(request)
  }

  #fail(cause: Error): void {
    this.#pending?.reject(cause)
    this.#pending = undefined
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.removeListener('error', reject)
      resolve(socket)
    })
  })
}
