/**
 * The result of an attempt to deliver. `http_<code>` is an answer that does not accept the event, `redirect` any of 300
 * to 399, `refused` that no connection came about, `reset` that there was no complete answer, or none that can be read,
 * `blocked` that we may not send it, and `expired` that a subscription was paused for too long.
 */
export type DeliveryStatus =
  | 'delivered'
  | `http_${number}`
  | 'timeout'
  | 'redirect'
  | 'dns'
  | 'tls'
  | 'refused'
  | 'reset'
  | 'blocked'
  | 'expired'
