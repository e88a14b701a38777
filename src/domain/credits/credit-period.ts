/** A month of an organization: credits are granted at its start, and what is left of them expires at its end. */
export interface CreditPeriod {
  /** The first instant of the period, epoch ms. */
  startMs: number
  /** The first instant after the period, epoch ms. */
  endMs: number
}

/**
 * Returns the period that holds a moment. Periods begin each month (UTC) on the day and at the time of `anchorMs`, or
 * on the last day of a month that is too short for it.
 */
export function creditPeriodAt(anchorMs: number, nowMs: number): CreditPeriod {
  const [anchor, now] = [new Date(anchorMs), new Date(nowMs)]
  const months =
    (now.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    (now.getUTCMonth() - anchor.getUTCMonth())
  const begun = boundary(anchor, months) <= nowMs ? months : months - 1
  return { startMs: boundary(anchor, begun), endMs: boundary(anchor, begun + 1) }
}

/** Returns the anchor moved by a number of months, later or earlier, in epoch ms. */
function boundary(anchor: Date, months: number): number {
  const [year, month] = [anchor.getUTCFullYear(), anchor.getUTCMonth() + months]
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const moved = new Date(anchor)
  moved.setUTCFullYear(year, month, Math.min(anchor.getUTCDate(), daysInMonth))
  return moved.getTime()
}
