import { cleanExcerpt } from '../domain/ai-score/finding.ts'

/** Writes rows in aligned columns below their heads; no cell can break its line or move the cursor. */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(cleanExcerpt))
  const widths = head.map((_, i) => Math.max(...lines.map((cells) => cells[i]?.length ?? 0)))
  return lines
    .map((cells) =>
      cells
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Writes a list as a table with these columns. An empty list becomes the text that `none` holds. */
export const listTable = <T>(
  items: readonly T[],
  none: string,
  columns: Readonly<Record<string, (item: T) => string>>,
): string =>
  items.length === 0
    ? none
    : textTable(
        Object.keys(columns),
        items.map((item) => Object.values(columns).map((cellOf) => cellOf(item))),
      )

/**
 * Writes a time to the minute, in the zone that it has, or `never` for null; the head of the column states the zone.
 */
export const formatTime = (isoTime: string | null): string =>
  isoTime === null ? 'never' : isoTime.slice(0, 16).replace('T', ' ')
