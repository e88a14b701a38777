import { zoneIso } from '../../lib/time/zone.ts'

/** Writes every time of an answer (a field `…At`) in a zone, with its offset; everything else stays. */
export function inSiteZone<T>(value: T, zone: string, field = ''): T {
  if (typeof value === 'string' && field.endsWith('At')) {
    // @NOTE a text stays one.
    return zoneIso(zone, Date.parse(value)) as T & string
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const told = Object.entries(value).map(([name, part]) => [name, inSiteZone(part, zone, name)])
  // @NOTE the same fields, each of its own type.
  return Object.fromEntries(told) as T
}
