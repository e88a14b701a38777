import type { AllowedNetworks } from './address-policy.ts'
import type { UrlPolicy } from './url-policy.ts'

/** Deliveries hold what is nobody else's, so they are sent by https, but for addresses that the operator allows. */
export const receiverPolicy = (allowed: AllowedNetworks): UrlPolicy => ({
  schemes: 'https',
  ports: 'service',
  allowed,
})
