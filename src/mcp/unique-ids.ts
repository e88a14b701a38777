type Message = Readonly<Record<string, unknown>>

/** A batch whose requests each have an id of their own, and how the answers get the ids back that were sent. */
interface Renamed {
  batch: readonly unknown[]
  restore: (answer: unknown) => unknown
}

/**
 * The SDK keeps what it has to answer by id, so that of two requests with one id only the last would be answered.
 * Undefined where no id comes twice, which is what the specification asks for.
 */
export function withUniqueIds(batch: readonly unknown[]): Renamed | undefined {
  const ids = batch.flatMap((message) => (isRequest(message) ? [message['id']] : []))
  if (new Set(ids).size === ids.length) return undefined
  return {
    batch: batch.map((message, place) =>
      isRequest(message) ? { ...message, id: place } : message,
    ),
    restore: (answer) => {
      const place = isMessage(answer) ? answer['id'] : undefined
      const asked = typeof place === 'number' ? batch[place] : undefined
      return isMessage(answer) && isRequest(asked) ? { ...answer, id: asked['id'] } : answer
    },
  }
}

const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRequest = (value: unknown): value is Message =>
  isMessage(value) && 'method' in value && 'id' in value
