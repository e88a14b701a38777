import { request as requestHttp, Agent as HttpAgent, type RequestOptions } from 'node:http'
import { request as requestHttps, Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'
import { VERSION } from '../../kernel/door/version.ts'

/** The server's answer to one POST. */
export interface ExchangeAnswer {
  status: number
  body: string
}

/**
 * Sends one body with its headers, and returns the answer. Rejects where no answer comes, and when the signal is
 * aborted.
 */
export type Exchange = (
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<ExchangeAnswer>

export interface ExchangeOptions {
  /** The whole address of an MCP server. */
  url: URL
  /** The API key; undefined for a server that needs none. */
  key: string | undefined
  /** Opens a connection to a server of this process; without it, requests go to the host of `url`. */
  connect?: () => Duplex
}

const MAX_ANSWER_BYTES = 8_388_608

/** Milliseconds to wait for an answer: a little more than a server lets a query take. */
const ANSWER_TIMEOUT_MS = 330_000

/**
 * Makes a function that sends messages to an MCP server over HTTP, with the key where there is one. It follows no
 * redirect, so the key goes nowhere else: a redirect is an answer like any other.
 */
export function httpExchange({ url, key, connect }: ExchangeOptions): Exchange {
  const isHttps = url.protocol === 'https:'
  const request = isHttps ? requestHttps : requestHttp
  const way: RequestOptions = connect
    ? { createConnection: connect }
    : { agent: isHttps ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true }) }
  const fixed = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    'User-Agent': `citable-stdio/${VERSION}`,
  }
  return (body, headers, signal) =>
    new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          ...way,
          method: 'POST',
          headers: { ...fixed, ...headers, 'Content-Length': Buffer.byteLength(body) },
          signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
        },
        (response) => {
          const chunks: Buffer[] = []
          let sizeBytes = 0
          response.on('data', (chunk: Buffer) => {
            sizeBytes += chunk.length
            if (sizeBytes <= MAX_ANSWER_BYTES) chunks.push(chunk)
            else response.destroy(new Error(`The answer is longer than ${MAX_ANSWER_BYTES} bytes`))
          })
          response.once('error', reject)
          response.once('end', () => {
            const text = Buffer.concat(chunks).toString('utf8')
            resolve({ status: response.statusCode ?? 0, body: text })
          })
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
}
