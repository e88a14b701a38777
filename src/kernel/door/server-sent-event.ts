import { ServiceError } from './errors.ts'

/** One server-sent event. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerSentEvent {
  /** The client sends it back as `Last-Event-ID` when it connects again. */
  id: string
  event: string
  /** Undefined where the id alone is told: clients note it, and hear no event. */
  data: unknown
}

/** The refusal of a `Last-Event-ID` that no event of the stream had: who sends it would miss events unawares. */
export const notOfStream = (options?: ErrorOptions): ServiceError =>
  new ServiceError(
    'BAD_REQUEST',
    'Last-Event-ID is not of this stream; connect without it',
    options,
  )
