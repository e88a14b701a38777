import type { JSX } from 'preact'
import { hrefWith, usePlace } from '../router.ts'

interface Props {
  /** The name of the query parameter that holds the choice. */
  name: string
  chosen: string
  /** The options, of which the first holds where the address names none. */
  options: readonly { value: string; label: string }[]
}

/** Shows a choice next to the head of a section: each option is a link, except the chosen one. */
export function Choice({ name, chosen, options }: Props): JSX.Element {
  const { path, query } = usePlace()
  const [usual] = options
  return (
    <span class="acts">
      {options.map(({ value, label }) =>
        value === chosen ? (
          <b key={value}>{label}</b>
        ) : (
          <a
            key={value}
            href={hrefWith(path, query, { [name]: value === usual?.value ? undefined : value })}
          >
            {label}
          </a>
        ),
      )}
    </span>
  )
}
