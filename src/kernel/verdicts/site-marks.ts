import type { SiteChange } from '../../../db/site/site-changes.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { isMeasurementMark, type MarkKind } from '../../domain/verdicts/marks.ts'
import { WORLD_DATES } from '../../domain/verdicts/world-dates.ts'
import { dayStart, isoToDay, localDay } from '../../lib/time/zone.ts'
import type { MeasuredBefore } from './measured-before.ts'
import { zoneMarks } from './zone-marks.ts'

/**
 * A change on a day that may explain a change of numbers; it is shown next to the verdicts whose span holds the day.
 */
export interface SiteMark {
  /** The local day of the site, in days since 1970. */
  day: number
  /** The kind of the change. A `MarkKind` changes how the site is measured from then on; the others do not. */
  kind: MarkKind | 'scan' | 'rule' | 'prompt' | 'world'
  /** A phrase of ours that says what changed, without words of readers or pages. */
  text: string
  /** The address of the source, for a date of the world. */
  source?: string
  /** The number of times that the change happened on this day; absent for once. */
  times?: number
  /** Ids of the people who made the change. */
  people?: readonly string[]
  targets?: readonly string[]
}

/**
 * Returns the marks of a site between two local days, the first included and the last not, oldest first. All marks are
 * derived: from the log of changes, the scans, the first sight of the widget, and the dates of the world. `SiteChanges`
 * bounds the number of each kind. Settings that changed before the log recorded earlier values have no mark.
 */
export async function siteMarks(
  site: SiteDb,
  span: { from: number; to: number },
): Promise<SiteMark[]> {
  const zone = site.row.timezone
  const [changes, { firstDay = Number.POSITIVE_INFINITY }] = await Promise.all([
    site.changeLog.between(dayStart(zone, span.from), dayStart(zone, span.to)),
    site.dataSpan(),
  ])
  const marks = [
    ...ofWorld(),
    ...ofWidget(site),
    ...ofZones(changes, zone),
    ...changes.flatMap((change) => {
      const day = localDay(zone, change.at)
      return ofChange(change).map((mark): SiteMark => ({ day, ...mark, ...ofWhom(change) }))
    }),
  ]
  const byText = new Map<string, SiteMark>()
  for (const mark of marks) {
    const isWithin = mark.day >= span.from && mark.day < span.to
    // A day before which nothing was counted changes no measurement.
    const isBeginning = isMeasurementMark(mark) && mark.day <= firstDay
    if (!isWithin || isBeginning) continue
    const name = `${mark.day} ${mark.text}`
    byText.set(name, joined(byText.get(name), mark))
  }
  return [...byText.values()].toSorted((a, b) => a.day - b.day)
}

/**
 * Returns the person who made a change, and the rule or prompt that was changed; a change of the whole site has no
 * target.
 */
const ofWhom = ({ action, person, target }: SiteChange) => ({
  ...(person !== null && { people: [person] }),
  ...(target !== null && NAMED.test(action) && { targets: [target] }),
})
const NAMED = /^(?:rule\.(?:create|update)|prompt\.update)$/

/** Joins a mark to the one that the same change has on the same day already. */
const joined = (before: SiteMark | undefined, mark: SiteMark): SiteMark =>
  before
    ? {
        ...mark,
        times: (before.times ?? 1) + 1,
        people: [...new Set([...(before.people ?? []), ...(mark.people ?? [])])],
        targets: [...new Set([...(before.targets ?? []), ...(mark.targets ?? [])])],
      }
    : mark

const ofWorld = (): SiteMark[] =>
  WORLD_DATES.flatMap(({ day, text, source }) => {
    const local = isoToDay(day)
    return local === undefined ? [] : { day: local, kind: 'world', text, source }
  })

function ofWidget({ row }: SiteDb): SiteMark[] {
  const seenAt = row.install_first_seen_at
  if (seenAt === null) return []
  const day = localDay(row.timezone, seenAt)
  return [{ day, kind: 'widget', text: 'the widget was seen for the first time' }]
}

function ofZones(changes: readonly SiteChange[], zoneNow: string): SiteMark[] {
  const ofZone = changes.flatMap(({ before }) => {
    const changed = readBefore(before).time_zone
    return changed ? { zone: changed.zone, keptFrom: changed.kept_from } : []
  })
  return zoneMarks(ofZone, zoneNow).map((mark) => ({ kind: 'time_zone', ...mark }))
}

function ofChange({ action, host, before }: SiteChange): Omit<SiteMark, 'day'>[] {
  switch (action) {
    case 'scan.first':
      return [{ kind: 'scan', text: 'first scan of the site' }]
    case 'scan.later':
      return [{ kind: 'scan', text: 'scan of the site' }]
    case 'domain.delete':
      return [{ kind: 'domain', text: `${host} was removed as a domain` }]
    case 'site.update':
      return ofSettings(readBefore(before))
    default:
      if (action.startsWith('domain.')) {
        return [{ kind: 'domain', text: `${host} was added as a domain` }]
      }
      return action.startsWith('rule.')
        ? [{ kind: 'rule', text: 'rules of prompts were changed' }]
        : [{ kind: 'prompt', text: 'prompts were changed' }]
  }
}

function ofSettings(before: MeasuredBefore): Omit<SiteMark, 'day'>[] {
  const { question_mode: mode, honour_opt_out: honours, widget = [] } = before
  const isPlaced = widget.some((member) => member === 'mode' || member === 'placement')
  const isTold = widget.some((member) => member === 'sampleRate' || member === 'consent')
  const marks: (Omit<SiteMark, 'day'> | false)[] = [
    mode !== undefined && {
      kind: 'question_privacy',
      text: 'what is kept of questions was changed',
    },
    honours !== undefined && {
      kind: 'opt_out',
      text: `readers who send DNT or Sec-GPC are ${honours === 1 ? 'counted' : 'left out'} from here on`,
    },
    widget.includes('enabled') && { kind: 'widget', text: 'the widget was switched on or off' },
    isPlaced && { kind: 'widget', text: 'the widget was put elsewhere' },
    isTold && { kind: 'widget', text: 'the widget tells of other readers from here on' },
  ]
  return marks.filter((mark) => mark !== false)
}

/** Parses the earlier values of a change. @NOTE `updateSite` alone writes them. */
const readBefore = (before: string | null): MeasuredBefore =>
  before === null ? {} : (JSON.parse(before) as MeasuredBefore)
