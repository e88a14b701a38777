/** Members of the widget's settings that change what is counted of readers, or where readers meet the widget. */
export const WIDGET_MEMBERS = ['enabled', 'mode', 'placement', 'sampleRate', 'consent'] as const

/**
 * The earlier values of a site's settings whose change alters how its numbers are measured. They are stored as
 * `before` in the detail of the change's line in the audit log, and only if the measurement changes, since most fields
 * of a change are sent back as they were read.
 */
export interface MeasuredBefore {
  time_zone?: {
    zone: string
    /**
     * The instant (epoch ms) from which events were kept, and are counted again by the new zone; 0 while all were
     * kept.
     */
    kept_from: number
  }
  question_mode?: string
  honour_opt_out?: number
  /** The members of `WIDGET_MEMBERS` that changed. */
  widget?: (typeof WIDGET_MEMBERS)[number][]
}
