/** A domain event, with the id and the time that it keeps for ever. */
export interface EmittedEvent {
  id: string
  event: string
  /** The version of the payload's form. */
  version: number
  /** The payload as JSON. */
  payload: string
  /** The time of the event, epoch ms. */
  at: number
}
