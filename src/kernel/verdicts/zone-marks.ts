import { dayToIso, firstDayFrom } from '../../lib/time/zone.ts'

/** A change of a site's time zone. */
export interface ZoneChange {
  /** The zone before the change. */
  zone: string
  /** The instant (epoch ms) from which events were kept; 0 while all were kept. */
  keptFrom: number
}

interface Stretch {
  /** The first local day that is counted by this zone. */
  from: number
  zone: string
}

/**
 * Returns a mark for each local day from which a site is counted by another time zone than before. `changes` are
 * oldest first. A change of zone counts all days again whose events are kept, so the mark is on the first of these
 * days; a site that kept all of its events has no mark. A later change may move the mark, or remove it.
 */
export function zoneMarks(
  changes: readonly ZoneChange[],
  zoneNow: string,
): { day: number; text: string }[] {
  let stretches: Stretch[] = []
  for (const [index, { zone, keptFrom }] of changes.entries()) {
    if (stretches.length === 0) stretches = [{ from: Number.NEGATIVE_INFINITY, zone }]
    const next = changes[index + 1]?.zone ?? zoneNow
    const from = keptFrom === 0 ? Number.NEGATIVE_INFINITY : firstDayFrom(next, keptFrom)
    stretches = stretches.filter((stretch) => stretch.from < from)
    if (stretches.at(-1)?.zone !== next) stretches.push({ from, zone: next })
  }
  return stretches.slice(1).map(({ from, zone }, index) => ({
    day: from,
    text: `days before ${dayToIso(from)} are counted by the time zone ${stretches[index]?.zone ?? zone}`,
  }))
}
