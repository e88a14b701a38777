import { createContext, type ComponentChildren, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import { useData } from './use-data.ts'

/**
 * The time zone in which a page writes moments. Pages without a site have undefined, which means the zone of the
 * browser.
 */
const Zone = createContext<string | undefined>(undefined)

export const useZone = (): string | undefined => useContext(Zone)

/** Writes the moments of a page in the time zone in which its site counts days. */
export function InZoneOf({
  siteId,
  children,
}: {
  siteId: string
  children: ComponentChildren
}): JSX.Element {
  const { answer } = useData('GET /sites/{id}', { path: { id: siteId } })
  return <Zone.Provider value={answer?.data.timezone}>{children}</Zone.Provider>
}
