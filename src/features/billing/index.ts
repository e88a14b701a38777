import { beginCheckout } from './begin-checkout.ts'
import { receiveGatewayEvent } from './receive-event.ts'

export const billingOperations = [beginCheckout, receiveGatewayEvent]
