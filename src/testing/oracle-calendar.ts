// Calendars by Intl, computed for each instant, without any of the service's own time zone code.

const formats = new Map<string, Intl.DateTimeFormat>()
const dates = new Map<string, string>()

function partsOf(zone: string, at: number): Record<string, string> {
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'longOffset',
    })
  formats.set(zone, format)
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** Returns the local date as YYYY-MM-DD. */
export function dateOf(zone: string, at: number): string {
  const key = `${zone} ${at}`
  const known = dates.get(key)
  if (known !== undefined) return known
  const { year, month, day } = partsOf(zone, at)
  const date = `${year}-${month}-${day}`
  dates.set(key, date)
  return date
}

export const shiftDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Names the bucket that an instant falls into. Hours are right for clocks that change by whole hours alone. */
export function bucketOf(zone: string, at: number, grain: string): string {
  const date = dateOf(zone, at)
  if (grain === 'day') return date
  if (grain === 'month') return date.slice(0, 7)
  if (grain === 'week') {
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    return shiftDate(date, -((weekday + 6) % 7))
  }
  const { hour, timeZoneName = '' } = partsOf(zone, at)
  return `${date}T${hour}:00${timeZoneName.replace('GMT', '') || '+00:00'}`
}

/** Returns the day of the week and the hour of the day of an instant. */
export function clockOf(zone: string, at: number): { weekday: string; hourOfDay: string } {
  const day = (new Date(`${dateOf(zone, at)}T00:00:00Z`).getUTCDay() + 6) % 7
  const weekday = `${day + 1} ${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][day]}`
  return { weekday, hourOfDay: partsOf(zone, at)['hour'] ?? '' }
}
