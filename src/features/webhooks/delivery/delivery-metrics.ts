import type { DeliveryStatus } from '../../../domain/webhooks/delivery-status.ts'
import { Counter } from '../../../lib/metrics/counter.ts'
import { gaugeText } from '../../../lib/metrics/gauge-text.ts'

const OLDEST = 'How long the oldest delivery is due.'

/** The metrics of deliveries that an operator sees. */
export class DeliveryMetrics {
  readonly #attempts = new Counter(
    'citable_deliveries_total',
    'Attempts to deliver webhooks by what became of them.',
    ['status'],
  )

  add(status: DeliveryStatus): void {
    this.#attempts.add([status])
  }

  text({ running, lateMs }: { running: number; lateMs: number }): string {
    return [
      this.#attempts.text(),
      gaugeText('citable_deliveries_running', 'Deliveries that run.', running),
      gaugeText('citable_delivery_delay_seconds', OLDEST, lateMs / 1_000),
    ].join('')
  }
}
