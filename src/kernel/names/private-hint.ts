/** A hint for the person who runs the service: how to open an address that scans and scores are kept from. */
export const PRIVATE_HINT = 'ALLOW_PRIVATE_NETWORKS=1 lets a trial reach private addresses'
