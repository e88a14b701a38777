/** Members of the widget's settings that change what is counted of readers, or where they meet the widget. */
export const WIDGET_MEMBERS = ['enabled', 'mode', 'placement', 'sampleRate', 'consent'] as const

/**
 * The earlier values of a site's settings, where a change of them changes how its numbers are measured. It is stored as
 * `before` in the detail of the change's line in the audit log, and only if the measurement changes: a line has all
 * fields that were sent, and most are sent back as they were read.
 */
export interface MeasuredBefore {
  time_zone?: {
    zone: string
    /** Events from this instant on (epoch ms) were kept, and are counted again by the new zone; 0 while all were. */
    kept_from: number
  }
  question_mode?: string
  honour_opt_out?: number
  /** The members that changed. */
  widget?: (typeof WIDGET_MEMBERS)[number][]
}
