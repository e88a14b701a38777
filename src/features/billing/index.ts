import { receiveGatewayEvent } from './receive-event.ts'

export const billingOperations = [receiveGatewayEvent]
