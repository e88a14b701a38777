export interface ChangelogVersion {
  version: string
  /** The date as it is written; undefined where the heading has none. */
  date: string | undefined
  lines: number
}

export interface Changelog {
  /** The number of lines that no version has yet; undefined where there is no such heading on top. */
  unreleased: number | undefined
  /** In the order of the file, the newest first. */
  versions: readonly ChangelogVersion[]
}

/** Reads a changelog of the form `## Unreleased`, `## 1.2.3 - 2026-01-31`, with a list below each heading. */
export function readChangelog(text: string): Changelog {
  const parts = text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...rest] = part.split('\n')
      return { heading: heading.trim(), lines: rest.filter((line) => line.startsWith('- ')).length }
    })
  const [top] = parts
  const hasTop = top?.heading === 'Unreleased'
  return {
    unreleased: hasTop ? top.lines : undefined,
    versions: parts.slice(hasTop ? 1 : 0).map(({ heading, lines }) => {
      const [version = '', date] = heading.split(' - ')
      return { version, date, lines }
    }),
  }
}
