import type { EmittedEvent } from './emitted-event.ts'

/**
 * Writes the body of a delivery (contract 6.2). It is made of what is stored alone, so that every attempt sends the
 * same bytes. The id, by which receivers know repetitions, is ours: it is in the body because the contract's signature
 * covers nothing else; for the same reason a test delivery says there that it is one.
 */
export function eventBody(
  { id, event, payload, at }: Omit<EmittedEvent, 'version'>,
  { hasId, isTest = false }: { hasId: boolean; isTest?: boolean },
): string {
  const timestamp = new Date(at).toISOString()
  const idField = hasId ? `"id":${JSON.stringify(id)},` : ''
  const mark = isTest ? ',"test":true' : ''
  return `{${idField}"event":${JSON.stringify(event)},"payload":${payload},"timestamp":"${timestamp}"${mark}}`
}
