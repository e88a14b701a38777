/** One server-sent event. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerSentEvent {
  /** Comes back as `Last-Event-ID` when the client connects again. */
  id: string
  event: string
  data: unknown
}
