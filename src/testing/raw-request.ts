import { request, type IncomingHttpHeaders } from 'node:http'
import { json } from 'node:stream/consumers'
import { expect } from 'vitest'

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: unknown
}

interface RawRequest {
  method: string
  /** The path is sent as it is: nothing is encoded or resolved. */
  path: string
  /** A header of several values is sent in several lines. */
  headers?: Record<string, string | string[]>
  body?: string | Buffer
  /** Sends the body without Content-Length. */
  chunked?: boolean
}

/** Sends a request that `fetch` would mend before sending it. */
export function rawRequest(url: string, options: RawRequest): Promise<RawAnswer> {
  const { method, path, headers = {}, body, chunked = false } = options
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answered = false
    const outgoing = request(
      { hostname, port, method, path, headers, agent: false },
      (incoming) => {
        answered = true
        json(incoming).then(
          (parsed) =>
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: parsed }),
          reject,
        )
      },
    )
    // The server may answer and hang up before it has read everything.
    outgoing.on('error', (error) => {
      if (!answered) reject(error)
    })
    if (body !== undefined && !chunked)
      outgoing.setHeader('Content-Length', Buffer.byteLength(body))
    if (body !== undefined && chunked) outgoing.write(body)
    outgoing.end(chunked ? undefined : body)
  })
}

export interface RefusalBody {
  code: string
  docUrl: string
  fields: { path: string; location: string; code: string; message: string }[]
}

/** Expects a 4xx in the envelope, complete to the last field, and returns its error. */
export function expectRefusal(answer: RawAnswer): RefusalBody {
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.body).toEqual({
    data: {},
    error: {
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.stringMatching(/./),
      fields: expect.any(Array),
      docUrl: expect.stringMatching(/^\/docs\/errors#[A-Z_]+$/),
    },
    meta: { requestId: expect.stringMatching(/^req_[0-9a-z]{26}$/) },
  })
  const { error, meta } = answer.body as { error: RefusalBody; meta: { requestId: string } }
  expect(error.docUrl).toBe(`/docs/errors#${error.code}`)
  expect(answer.headers['x-request-id']).toBe(meta.requestId)
  for (const field of error.fields) {
    expect(field).toEqual({
      path: expect.any(String),
      location: expect.stringMatching(/^(body|query|path)$/),
      code: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
    })
  }
  return error
}
