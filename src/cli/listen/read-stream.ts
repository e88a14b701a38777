const MAX_EVENT_CHARS = 1_000_000

/** A server-sent event; one without data tells its id alone. */
export interface ReceivedEvent {
  id: string
  data: unknown
}

/** Reads server-sent events, each with `heard` called for whatever comes, so that silence is noticed. */
export async function* readStream(
  body: AsyncIterable<Uint8Array>,
  heard: () => void,
): AsyncGenerator<ReceivedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body) {
    heard()
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > MAX_EVENT_CHARS) throw new Error('The server sends no events')
    for (const block of blocks) {
      const id = /^id: (.+)$/m.exec(block)?.[1]
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (id !== undefined) yield { id, data: data === undefined ? undefined : JSON.parse(data) }
    }
  }
}
