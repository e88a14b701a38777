import { cleanExcerpt } from '../domain/ai-score/finding.ts'

/** Aligns rows in columns below their heads; no cell can break its line or move the cursor. */
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

/** Shows a list as a table with these columns; an empty list is shown as the text `none`. */
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

/** Formats a time to the minute; its zone is stated in the head of the column. */
export const formatTime = (isoTime: string | null): string =>
  isoTime === null ? 'never' : isoTime.slice(0, 16).replace('T', ' ')
