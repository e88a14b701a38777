/** One server-sent event. Source: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ServerSentEvent {
  /** The client sends it back as `Last-Event-ID` when it connects again. */
  id: string
  event: string
  /** Undefined where the id alone is told: clients note it, and hear no event. */
  data: unknown
}
