import type { JSX } from 'preact'
import { t } from '../texts/index.ts'
import { useRows } from '../use-rows.ts'
import { Boxes } from './boxes.tsx'
import { Fault } from './fault.tsx'
import { MoreRows } from './more-rows.tsx'

interface Props {
  legend: string
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
  fault: string | undefined
}

/** Which sites something is for; where none is chosen, it is for all. */
export function SiteBoxes({ legend, chosen, onChosen, fault }: Props): JSX.Element {
  const sites = useRows('GET /sites', { query: { limit: 100 } })
  if (sites.rows.length === 0) return <Fault error={sites.error} retry={sites.reload} />
  return (
    <>
      <Boxes
        legend={`${legend} (${t.keys.noneIsAll})`}
        options={sites.rows.map(({ id, name }) => ({ id, label: name }))}
        chosen={chosen}
        onChosen={onChosen}
        fault={fault}
      />
      <MoreRows of={sites} name={t.sites.more} />
    </>
  )
}

/** The choice as the API takes it: null is every site, also those that come later. */
export const siteIdsOf = (chosen: ReadonlySet<string>): string[] | null =>
  chosen.size === 0 ? null : [...chosen]
