import { connect, type Socket } from 'node:net'
import { parseAnswer, type HttpAnswer } from './parse-answer.ts'

const EMPTY = Buffer.alloc(0)

interface PendingAnswer {
  resolve: (answer: HttpAnswer) => void
  reject: (cause: Error) => void
}

/**
 * A keep-alive connection to a loopback port that carries one exchange at a time.
 * Hand-made, because a slow client keeps the server idle and so inflates its CPU per request.
 */
export class HttpConnection {
  readonly #socket: Socket
  #received: Buffer = EMPTY
  #pending: PendingAnswer | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (cause) => this.#fail(cause))
    socket.on('close', () => this.#fail(new Error('The server closed the connection')))
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.removeListener('error', reject)
        resolve(new HttpConnection(socket))
      })
    })
  }

  /** Rejects when the connection ends first. */
  exchange(request: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) {
        reject(new Error('The server closed the connection'))
        return
      }
      this.#pending = { resolve, reject }
      this.#socket.write(request)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    try {
      const answer = parseAnswer(this.#received)
      if (answer === undefined) return
      this.#received = this.#received.subarray(answer.size)
      const pending = this.#pending
      this.#pending = undefined
      pending?.resolve(answer)
    } catch (cause) {
      this.#socket.destroy(new Error('Cannot read the answer', { cause }))
    }
  }

  #fail(cause: Error): void {
    this.#pending?.reject(cause)
    this.#pending = undefined
  }
}
