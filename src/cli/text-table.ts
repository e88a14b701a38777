import { cleanExcerpt } from '../domain/ai-score/finding.ts'

/** Rows below their heads, in columns; nothing in a cell can break its line, or move in it. */
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

/** A time of the service, to the minute; its zone stands in the head. */
export const shownTime = (isoTime: string | null): string =>
  isoTime === null ? 'never' : isoTime.slice(0, 16).replace('T', ' ')
