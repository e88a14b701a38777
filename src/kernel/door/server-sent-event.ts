import { ServiceError } from './errors.ts'

/** One server-sent event. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerSentEvent {
  /** The id of the event, which the client sends back as `Last-Event-ID` when it connects again. */
  id: string
  event: string
  /** The data of the event. Undefined where only the id is sent: clients store the id, and report no event. */
  data: unknown
}

/**
 * Makes the refusal of a `Last-Event-ID` that no event of the stream had: its sender would miss events without a
 * notice.
 */
export const notOfStream = (options?: ErrorOptions): ServiceError =>
  new ServiceError(
    'BAD_REQUEST',
    'Last-Event-ID is not of this stream; connect without it',
    options,
  )
