/** Members of the widget's settings that change what is counted of readers, or where they meet the widget. */
export const WIDGET_MEMBERS = ['enabled', 'mode', 'placement', 'sampleRate', 'consent'] as const

/**
 * What a change of a site's settings had otherwise before, as far as its numbers are measured otherwise since. It stands
 * as `before` in the detail of the change's line in the audit log, and nowhere if nothing is measured otherwise: a line
 * has all fields that were sent, and most are sent back as they were read.
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
