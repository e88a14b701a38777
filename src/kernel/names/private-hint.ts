/** A hint for the person who runs the service, with the setting that lets scans and scores reach a private address. */
export const PRIVATE_HINT = 'ALLOW_PRIVATE_NETWORKS=1 lets a trial reach private addresses'
