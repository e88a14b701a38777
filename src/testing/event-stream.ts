/** One server-sent event, as it came; `data` is undefined where only the id was sent. */
export interface StreamedEvent {
  id: string
  event: string | undefined
  data: Record<string, unknown> | undefined
}

/** Reads server-sent events one after the other; leaving the loop closes the connection. */
export async function* readEventStream(response: Response): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      const id = field('id')
      if (id === undefined) continue // a heartbeat
      yield {
        id,
        event: field('event'),
        // @NOTE our events are objects.
        data: data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
      }
    }
  }
}
