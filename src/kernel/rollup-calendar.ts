import type { RollupCalendar } from '../../db/ingest/rebuild-rollups.ts'
import { dayStart, localDay, offsetSegments } from '../lib/time/zone.ts'

/** The days of a time zone, as rollups are counted by them. */
export const rollupCalendar = (zone: string): RollupCalendar => ({
  zone,
  segmentsOf: (fromMs, toMs) => offsetSegments(zone, fromMs, toMs),
  firstDayFrom(atMs) {
    const day = localDay(zone, atMs)
    const first = dayStart(zone, day) === atMs ? day : day + 1
    return { day: first, fromMs: dayStart(zone, first) }
  },
  localDay: (atMs) => localDay(zone, atMs),
  dayBounds: (day) => ({ fromMs: dayStart(zone, day), toMs: dayStart(zone, day + 1) }),
})
