import { listEventTypes } from './list-event-types.ts'

export const webhookOperations = [listEventTypes]
