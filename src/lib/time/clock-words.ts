/** The days of a week from Monday on, in words that sort in their order. */
export const WEEKDAYS = ['1 Mon', '2 Tue', '3 Wed', '4 Thu', '5 Fri', '6 Sat', '7 Sun'] as const

/** Returns the name of the weekday of a day number, which counts days from Thursday 1970-01-01. */
export const weekdayName = (day: number): string => WEEKDAYS[(day + 3) % WEEKDAYS.length] ?? ''

/** The hours of a day, each as text, from the one after midnight on. */
export const HOURS: readonly string[] = Array.from({ length: 24 }, (_, hour) =>
  String(hour).padStart(2, '0'),
)

const NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const SHORTEST_NAME = 3

/** Reads days of the week as people name them: `Mon`, `mondays`, `1`, `weekend`; undefined for anything else. */
export function readWeekdays(text: string): readonly string[] | undefined {
  const word = text.trim().toLowerCase()
  if (/^weekends?$/.test(word)) return WEEKDAYS.slice(5)
  if (/^(weekdays?|workdays?)$/.test(word)) return WEEKDAYS.slice(0, 5)
  const [, number = '', name = ''] = /^([1-7]?) ?([a-z]*)$/.exec(word) ?? []
  const singular = name.replace(/s$/, '')
  const index = NAMES.findIndex(
    (one) => name.length >= SHORTEST_NAME && (one.startsWith(name) || one.startsWith(singular)),
  )
  const day = WEEKDAYS[name === '' ? Number(number) - 1 : index]
  const isOne = number === '' || name === '' || Number(number) === index + 1
  return day !== undefined && isOne ? [day] : undefined
}

/** Reads an hour of the day as people write it: `9`, `09:00`, `9h`, `2 pm`; undefined for anything else. */
export function readHour(text: string): string | undefined {
  const found = /^(\d{1,2})(?::00)? ?(h|am|pm|a\.m\.|p\.m\.)?$/.exec(text.trim().toLowerCase())
  if (!found) return undefined
  const [, digits = '', half = ''] = found
  const hour = Number(digits)
  if (!/^[ap]/.test(half)) return HOURS[hour]
  if (hour < 1 || hour > 12) return undefined
  return HOURS[(hour % 12) + (half.startsWith('p') ? 12 : 0)]
}
