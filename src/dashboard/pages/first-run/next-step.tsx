import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { firstRunPath, firstRunStep } from '../../first-run.ts'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { navigate } from '../../router.ts'
import { useData } from '../../use-data.ts'
import type { PageProps } from '../page-entry.ts'

/** Leads on to the page of the step that a site is at. */
export function NextStepPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const site = useData('GET /sites/{id}', { path: { id: siteId } })
  const step = site.answer && (firstRunStep(site.answer.data) ?? 'connecting')
  useEffect(() => {
    if (step) navigate(firstRunPath(siteId, step), { replace: true })
  }, [siteId, step])
  return <WhenLoaded of={site}>{() => null}</WhenLoaded>
}
