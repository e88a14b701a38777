/**
 * Returns the name of the signal that reports that someone in an organization may do less than before; running work
 * then checks whether it may go on.
 */
export const rightsSignal = (orgId: string): string => `rights ${orgId}`
