/** Calls the REST surface with a key. */
export interface Rest {
  /** Returns the `data` of the answer. Throws with the server's own words when it refuses. */
  call(method: 'GET' | 'POST', path: string, body?: Record<string, unknown>): Promise<unknown>
  /** Returns the `data` of the last server-sent event, once the stream has ended. */
  last(path: string): Promise<unknown>
}

/** REST on a server, as any script would call it; aborted by the signal. */
export function restClient(url: string, key: string, signal: AbortSignal): Rest {
  const ask = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/v1${path}`, {
      ...init,
      signal,
      headers: { authorization: `Bearer ${key}`, ...headers },
    })
  return {
    async call(method, path, body) {
      const json = body && { body: JSON.stringify(body) }
      const headers = body && { 'content-type': 'application/json' }
      return dataOf(`${method} ${path}`, await ask(path, { method, ...json }, headers))
    },
    async last(path) {
      const response = await ask(path, {}, { accept: 'text/event-stream' })
      // An error before the first event is the envelope.
      if (!response.ok) return dataOf(`GET ${path}`, response)
      const events = (await response.text()).split('\n\n').filter((one) => one.includes('data:'))
      const line = events
        .at(-1)
        ?.split('\n')
        .find((one) => one.startsWith('data:'))
      if (line === undefined) throw new Error(`GET ${path}: the stream had no event`)
      return JSON.parse(line.slice('data:'.length))
    },
  }
}

async function dataOf(request: string, response: Response): Promise<unknown> {
  // @NOTE every /api/v1 answer is the envelope.
  const { data, error } = (await response.json()) as {
    data: unknown
    error: { message: string; fields?: { message: string }[] } | null
  }
  if (response.ok && error === null) return data
  const details = error?.fields?.map(({ message }) => message) ?? []
  throw new Error(`${request}: ${[error?.message ?? response.status, ...details].join('; ')}`)
}
