import type { AppContext } from '../../kernel/door/app-context.ts'
import type { PaymentGateway } from '../../kernel/ports/payment-gateway.ts'

/** The surroundings of an event of the payment gateway. */
export interface Taking {
  app: AppContext
  gateway: Pick<PaymentGateway, 'name'>
  requestId: string
}
