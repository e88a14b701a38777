/** Names that somebody of an organization may do less than before; what is under way looks again whether it may go on. */
export const rightsSignal = (orgId: string): string => `rights ${orgId}`
