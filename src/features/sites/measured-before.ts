import { isDeepStrictEqual } from 'node:util'
import type { SiteRow } from '../../../db/site-row.ts'
import { WIDGET_MEMBERS, type MeasuredBefore } from '../../kernel/verdicts/measured-before.ts'
import { widgetSettingsOf } from '../widget/face.ts'

/**
 * Returns how the numbers of a site were measured before a change of its settings; undefined where the change does not
 * touch that.
 */
export function measuredBefore(
  current: SiteRow,
  next: Partial<SiteRow>,
): MeasuredBefore | undefined {
  const after = { ...current, ...next }
  const [shown, shows] = [widgetSettingsOf(current), widgetSettingsOf(after)]
  const widget = WIDGET_MEMBERS.filter((member) => !isDeepStrictEqual(shown[member], shows[member]))
  const before: MeasuredBefore = {
    ...(after.timezone !== current.timezone && {
      time_zone: { zone: current.timezone, kept_from: current.raw_from },
    }),
    ...(after.question_mode !== current.question_mode && { question_mode: current.question_mode }),
    ...(after.honour_opt_out !== current.honour_opt_out && {
      honour_opt_out: current.honour_opt_out,
    }),
    ...(widget.length > 0 && { widget }),
  }
  return Object.keys(before).length > 0 ? before : undefined
}
