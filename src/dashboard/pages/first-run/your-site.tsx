import type { JSX } from 'preact'
import { firstRunPath } from '../../first-run.ts'
import { AddSite } from '../../parts/add-site.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { Steps } from '../../parts/steps.tsx'
import { useMay } from '../../rights.ts'
import { appHref, navigate } from '../../router.ts'
import { t } from '../../texts/index.ts'

/** Shows the form that asks for the address of the site, the first step of the first run. */
export function YourSitePage(): JSX.Element {
  const may = useMay()
  return (
    <>
      <Steps current={1} />
      <FirstHead title={t.firstRun.siteTitle} />
      {may('POST /sites') ? (
        <AddSite onAdded={(id) => navigate(firstRunPath(id, 'reading'))}>
          <a href={appHref('sites')}>{t.firstRun.notNow}</a>
        </AddSite>
      ) : (
        <>
          <p>{t.firstRun.cannotAdd}</p>
          <p class="foot">
            <a href={appHref('sites')}>{t.firstRun.notNow}</a>
          </p>
        </>
      )}
    </>
  )
}
