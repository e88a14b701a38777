import type { AllowedNetworks } from './address-policy.ts'
import type { UrlPolicy } from './url-policy.ts'

/**
 * Makes the rules for receivers of deliveries. Deliveries hold private data, so they are sent by https, except to
 * addresses that the operator allows.
 */
export const receiverPolicy = (allowed: AllowedNetworks): UrlPolicy => ({
  schemes: 'https',
  ports: 'service',
  allowed,
})
