import { isRecord } from '../lib/json/is-record.ts'

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
      const place = isRecord(answer) ? answer['id'] : undefined
      const asked = typeof place === 'number' ? batch[place] : undefined
      return isRecord(answer) && isRequest(asked) ? { ...answer, id: asked['id'] } : answer
    },
  }
}

const isRequest = (value: unknown): value is Message =>
  isRecord(value) && 'method' in value && 'id' in value
