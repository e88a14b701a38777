import type { ComponentChildren, JSX } from 'preact'

export interface BarRow {
  name: string
  /** The path below `/app/` that the name leads to. */
  href?: string | undefined
  /** The length of the bar, from 0 to 1 of the longest. */
  length: number
  cells: readonly ComponentChildren[]
  /** True for a row that sums up what the named rows leave. */
  isRest?: boolean
}

interface Props {
  caption: string
  heads: readonly string[]
  /** The index of the column that is hidden where there is little room, since it only explains the others. */
  wideColumn?: number
  rows: readonly BarRow[]
}

/**
 * Shows names with a bar behind each, and numbers at their right. Names are cut where there is no room, numbers never.
 */
export function BarTable({ caption, heads, wideColumn, rows }: Props): JSX.Element {
  const classOf = (column: number): string => (column === wideColumn ? 'num wide' : 'num')
  return (
    <table class="bars">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, i) => (
            <th key={head} scope="col" class={i === 0 ? undefined : classOf(i)}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <svg class={row.isRest ? 'length rest' : 'length'} aria-hidden="true">
                <rect width={`${Math.round(row.length * 1_000) / 10}%`} height="100%" rx="3" />
              </svg>
              <bdi title={row.name}>
                {row.href === undefined ? row.name : <a href={row.href}>{row.name}</a>}
              </bdi>
            </th>
            {row.cells.map((cell, i) => (
              <td key={i} class={classOf(i + 1)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
