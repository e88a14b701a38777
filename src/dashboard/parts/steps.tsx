import type { JSX } from 'preact'
import { appHref } from '../router.ts'
import { t } from '../texts/index.ts'

/** The last part of the path of each step of a first run; undefined for the first two, which belong to no site. */
const PATHS = [undefined, undefined, 'reading', 'mending', 'connecting'] as const

/** Shows the five steps of a first run, of which `current` is open; the steps that are done are links back. */
export function Steps({ current, siteId }: { current: number; siteId?: string }): JSX.Element {
  return (
    <ol class="steps" aria-label={t.firstRun.steps}>
      {t.firstRun.names.map((name, i) => {
        const path = PATHS[i]
        if (i === current) {
          return (
            <li key={name} aria-current="step">
              {name}
            </li>
          )
        }
        return (
          <li key={name} class={i < current ? 'done' : undefined}>
            {i < current && siteId !== undefined && path !== undefined ? (
              <a href={appHref(`first-run/${siteId}/${path}`)}>{name}</a>
            ) : (
              name
            )}
          </li>
        )
      })}
    </ol>
  )
}
