import type { JSX } from 'preact'
import { t } from '../texts/index.ts'
import { useRows } from '../use-rows.ts'
import { Boxes } from './boxes.tsx'
import { Fault } from './fault.tsx'
import { MoreRows } from './more-rows.tsx'

/** Ids of sites, as the API takes them: null means every site, also later ones, and an empty set means no site. */
export type ChosenSites = ReadonlySet<string> | null

interface Props {
  legend: string
  chosen: ChosenSites
  onChosen: (chosen: ChosenSites) => void
  fault: string | undefined
}

/** Shows a choice of sites. A person must choose all sites explicitly: choosing no site never means all of them. */
export function SiteBoxes({ legend, chosen, onChosen, fault }: Props): JSX.Element {
  const sites = useRows('GET /sites', { query: { limit: 100 } })
  const isAll = chosen === null
  return (
    <>
      <Boxes
        legend={legend}
        options={[{ id: ALL, label: t.keys.everySite }, ...sites.rows.map(asOption)]}
        chosen={isAll ? new Set([ALL]) : chosen}
        onChosen={(next) => {
          if (next.has(ALL) && !isAll) onChosen(null)
          else onChosen(new Set([...next].filter((id) => id !== ALL)))
        }}
        fault={fault}
      />
      <Fault error={sites.error} retry={sites.reload} />
      <MoreRows of={sites} name={t.sites.more} />
    </>
  )
}

/** The value of the choice of all sites; no site has this id. */
const ALL = '*'

const asOption = ({ id, name }: { id: string; name: string }) => ({ id, label: name })

/**
 * Returns the choice as a request sends it. It is empty where the choice has not changed, since deleted sites are in no
 * list and may not be named.
 */
export function siteIdsOf(chosen: ChosenSites, before: ChosenSites): { siteIds?: string[] | null } {
  if (chosen === before) return {}
  return { siteIds: chosen === null ? null : [...chosen] }
}

export const chosenOf = (siteIds: readonly string[] | null | undefined): ChosenSites =>
  siteIds ? new Set(siteIds) : null
