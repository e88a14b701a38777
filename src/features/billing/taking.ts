import type { AppContext } from '../../kernel/app-context.ts'
import type { PaymentGateway } from '../../kernel/payment-gateway.ts'

/** The surroundings of an event of the payment gateway. */
export interface Taking {
  app: AppContext
  gateway: Pick<PaymentGateway, 'name'>
  requestId: string
}
