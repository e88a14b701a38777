/**
 * The result of an attempt to deliver: `http_<code>` for an answer that does not accept the event, `redirect` for any
 * of 300 to 399, `refused` where no connection came about, `reset` where the answer was incomplete or cannot be read,
 * `blocked` where we may not send the event, and `expired` where a subscription was paused for too long.
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
