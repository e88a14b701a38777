/** A domain event, with the id and the time that it keeps for ever. */
export interface EmittedEvent {
  id: string
  event: string
  /** Version of the payload's form. */
  version: number
  /** JSON of the payload. */
  payload: string
  /** Epoch ms. */
  at: number
}
