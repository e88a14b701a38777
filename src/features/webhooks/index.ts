import { listEventTypes } from './list-event-types.ts'
import { listEvents } from './list-events.ts'

export const webhookOperations = [listEventTypes, listEvents]
