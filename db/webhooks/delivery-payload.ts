/** What a job of the queue of deliveries says. */
export interface DeliveryPayload {
  orgId: string
  eventId: string
  subscriptionId: string
  /** Why there is the job; by default because of the event. */
  origin?: 'resend' | 'recover'
  /** Attempts of the same event to the same subscription that jobs before this one made: attempts are counted on. */
  earlier?: number
}
