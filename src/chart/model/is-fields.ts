/** True for an object with fields. This is the first check of a value from a host, which may have any form. */
export const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
