import { BoundedMap } from '../cache/bounded-map.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'

// Calendars of a site's time zone, from Intl only. A day number counts local calendar dates from 1970-01-01, so days
// stay comparable integers even when the zone changes its clocks.

const MS_PER_SLOT = 15 * MINUTE_MS
const MAX_ZONES = 256
const MAX_SLOTS = 65_536 // over all zones: under 4 MB

// Local mean times before 1900 reach 16 h from UTC (Asia/Manila); no zone goes further.
const MAX_OFFSET_MS = 17 * HOUR_MS

/** A range of time with one UTC offset: `fromMs` inclusive, `toMs` exclusive. */
export type OffsetSegment = { fromMs: number; toMs: number; offsetMs: number }

/**
 * The offset of a zone in a slot of 15 minutes, in milliseconds; or both of its offsets, where it changes its clocks
 * inside the slot, at `atMs`.
 */
type Slot = number | { atMs: number; before: number; after: number }

type Zone = { readOffset: (atMs: number) => number; slotByIndex: Map<number, Slot> }

// @NOTE no BoundedMap for each zone: the bound is on the slots of all zones together.
const zoneByName = new Map<string, Zone>()
let cachedSlots = 0

/** True for an IANA name (or UTC) that this runtime knows. Plain offsets are not accepted, since they have no rules. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false // Intl has no other way to say "unknown zone"
    throw error
  }
}

/** Returns local time minus UTC at that instant, in milliseconds. Throws a RangeError for an unknown zone. */
export function zoneOffsetMs(zone: string, atMs: number): number {
  const known = zoneByName.get(zone) ?? addZone(zone)
  const index = Math.floor(atMs / MS_PER_SLOT)
  const slot = known.slotByIndex.get(index) ?? addSlot(known, index)
  if (typeof slot === 'number') return slot
  return atMs < slot.atMs ? slot.before : slot.after
}

/** Returns the day number of the local date at that instant. */
export function localDay(zone: string, atMs: number): number {
  return Math.floor((atMs + zoneOffsetMs(zone, atMs)) / DAY_MS)
}

/**
 * Returns the first UTC instant whose local date is `day` or later: where midnight does not exist it is the first
 * instant after the gap, and a skipped date starts where the next one does.
 */
export function dayStart(zone: string, day: number): number {
  const midnightMs = day * DAY_MS
  const segments = offsetSegments(zone, midnightMs - MAX_OFFSET_MS, midnightMs + MAX_OFFSET_MS)
  for (const { fromMs, toMs, offsetMs } of segments) {
    const startMs = Math.max(fromMs, midnightMs - offsetMs)
    if (startMs < toMs) return startMs
  }
  throw new RangeError(`Day ${day} has no start in ${zone}`)
}

/** Returns the first instant of a local day, and that of the next day, in epoch milliseconds. */
export const dayBounds = (zone: string, day: number): { fromMs: number; toMs: number } => ({
  fromMs: dayStart(zone, day),
  toMs: dayStart(zone, day + 1),
})

/** Returns the first local day that begins at this instant or later. */
export function firstDayFrom(zone: string, atMs: number): number {
  const day = localDay(zone, atMs)
  return dayStart(zone, day) === atMs ? day : day + 1
}

const dates = new BoundedMap<number, string>(5_000)

/** Returns a day number as `YYYY-MM-DD` (years 0 to 9999). */
export function dayToIso(day: number): string {
  return dates.getOrMake(day, () => new Date(day * DAY_MS).toISOString().slice(0, 10))
}

/** Returns the day number of a `YYYY-MM-DD`; undefined for anything that is not a real date. */
export function isoToDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const day = Date.parse(`${text}T00:00:00Z`) / DAY_MS
  // Date.parse rolls 30 February over to March, so the date must survive the way back.
  return Number.isInteger(day) && dayToIso(day) === text ? day : undefined
}

/** Returns segments of constant offset, in order, that cover [fromMs, toMs) exactly; none for an empty range. */
export function offsetSegments(zone: string, fromMs: number, toMs: number): OffsetSegment[] {
  const segments: OffsetSegment[] = []
  let startMs = fromMs
  let probedMs = fromMs
  while (startMs < toMs) {
    const offsetMs = zoneOffsetMs(zone, startMs)
    // Probing once a day finds every change, since no zone has had two changes within a day.
    const nextMs = Math.min(probedMs + DAY_MS, toMs)
    const lastMs = nextMs === toMs ? toMs - 1 : nextMs
    const changed = zoneOffsetMs(zone, lastMs) !== offsetMs
    const endMs = changed ? findChange((at) => zoneOffsetMs(zone, at), probedMs, lastMs) : nextMs
    if (changed || nextMs === toMs) {
      segments.push({ fromMs: startMs, toMs: endMs, offsetMs })
      startMs = endMs
    }
    probedMs = endMs
  }
  return segments
}

/**
 * Returns the first millisecond in (fromMs, toMs] whose offset is not that of `fromMs`; the offset at `toMs` must
 * differ from it.
 */
function findChange(offsetAt: (atMs: number) => number, fromMs: number, toMs: number): number {
  const before = offsetAt(fromMs)
  let low = fromMs
  let high = toMs
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}

function addZone(name: string): Zone {
  if (zoneByName.size >= MAX_ZONES) {
    zoneByName.clear()
    cachedSlots = 0
  }
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  const zone = {
    readOffset: (atMs: number) => parseOffset(format.format(atMs)),
    slotByIndex: new Map<number, Slot>(),
  }
  zoneByName.set(name, zone)
  return zone
}

// @NOTE some changes fall inside a slot (St John's at 00:01, Monrovia at 00:44:30), so both ends count.
function addSlot(zone: Zone, index: number): Slot {
  if (cachedSlots >= MAX_SLOTS) {
    for (const { slotByIndex } of zoneByName.values()) slotByIndex.clear()
    cachedSlots = 0
  }
  const fromMs = index * MS_PER_SLOT
  const lastMs = fromMs + MS_PER_SLOT - 1
  const before = zone.readOffset(fromMs)
  const after = zone.readOffset(lastMs)
  const slot =
    before === after ? before : { atMs: findChange(zone.readOffset, fromMs, lastMs), before, after }
  zone.slotByIndex.set(index, slot)
  cachedSlots += 1
  return slot
}

/** Reads the offset out of `11/20/2026, GMT-03:30` (also `GMT`, and seconds in old local times). */
function parseOffset(formatted: string): number {
  const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(formatted)
  if (!match) throw new Error(`Unexpected time zone format: ${formatted}`)
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match
  const sizeMs = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -sizeMs : sizeMs
}

/** Returns the first day of the month that is `months` away from that of `day`. */
export function monthStart(day: number, months: number): number {
  const date = new Date(day * DAY_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS
}

/** Formats a time in a zone with its offset, to the second: `2026-11-20T13:05:09+01:00`. */
export function zoneIso(zone: string, atMs: number): string {
  const offset = zoneOffsetMs(zone, atMs)
  const minutes = Math.abs(offset) / MINUTE_MS
  const local = new Date(atMs + offset).toISOString().slice(0, 19)
  return `${local}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}

const two = (n: number): string => String(Math.floor(n)).padStart(2, '0')
