import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../kernel/door/errors.ts'
import { requestBodyOf, type HttpBinding } from '../kernel/door/http-binding.ts'
import type { Operation } from '../kernel/door/operation.ts'
import { STREAM_TYPES, type StreamFormat } from '../kernel/door/row-stream.ts'
import { acceptedType } from '../lib/web/accepted-type.ts'
import { streamFormats } from './stream-formats.ts'

const EVENTS_TYPE = 'text/event-stream'

/** The form of answer that a caller wants. */
export interface AnswerType {
  /** The form of the file; undefined for the envelope. */
  format?: StreamFormat | undefined
  wantsEvents: boolean
}

const ENVELOPE: AnswerType = { wantsEvents: false }

/**
 * Makes the function that finds the form that `Accept` prefers among those of an operation; a caller who accepts any
 * form gets the first. It throws NOT_ACCEPTABLE where none is acceptable. A beacon is answered with any `Accept`: its
 * page reads no answer.
 */
export function typeChooser(operation: Operation & { http: HttpBinding }) {
  const { watch, http } = operation
  if (requestBodyOf(http) === 'beacon') return () => ENVELOPE
  const formats = streamFormats(operation)
  const offered = [
    ...(http.document === undefined ? [] : [http.document]),
    ...(http.isFile ? [] : ['application/json']),
    ...formats.map((format) => STREAM_TYPES[format]),
    ...(watch ? [EVENTS_TYPE] : []),
  ]
  const choose = (accept: string | undefined): AnswerType => {
    const type = acceptedType(accept, offered)
    if (type === undefined) {
      throw new ServiceError('NOT_ACCEPTABLE', `Answers are ${offered.join(', ')}`)
    }
    const format = formats.find((one) => STREAM_TYPES[one] === type)
    return { format, wantsEvents: type === EVENTS_TYPE }
  }
  // Most requests accept what the one before did.
  let last: { accept: string | undefined; type: AnswerType } | undefined
  return ({ headers: { accept } }: IncomingMessage): AnswerType => {
    if (last?.accept !== accept || !last) last = { accept, type: choose(accept) }
    return last.type
  }
}
