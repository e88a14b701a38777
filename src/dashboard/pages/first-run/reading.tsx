import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { firstRunPath } from '../../first-run.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Fault } from '../../parts/fault.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { FoundSoFar } from '../../parts/found-so-far.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { ScanAgain, ScanView } from '../../parts/scan-live.tsx'
import { Steps } from '../../parts/steps.tsx'
import { call } from '../../request.ts'
import { useMay } from '../../rights.ts'
import { appHref, navigate } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { forgetAnswers } from '../../answers.ts'
import { useData } from '../../use-data.ts'
import { useForm } from '../../use-form.ts'
import { isScanOver, useScan, type Scan } from '../../use-scan.ts'
import type { PageProps } from '../page-entry.ts'

/** Shows the first scan of a site while it goes on. */
export function ReadingPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const site = useData('GET /sites/{id}', { path: { id: siteId } })
  const scans = useData('GET /scan', { query: { siteId, limit: 1 } })
  const domain = site.answer?.data.domain
  return (
    <>
      <Steps current={2} siteId={siteId} />
      <WhenLoaded of={scans}>
        {({ data: [latest] }) =>
          latest ? (
            <Reading key={latest.id} first={latest} domain={domain} onBegun={scans.reload} />
          ) : (
            <>
              <FirstHead title={t.scans.never} lead={t.scans.neverNext} />
              <ScanAgain siteId={siteId} onBegun={scans.reload} isMain />
            </>
          )
        }
      </WhenLoaded>
      <p class="foot">
        <a href={appHref(`s/${siteId}`)}>{t.firstRun.later}</a>
      </p>
    </>
  )
}

interface ReadingProps {
  first: Scan
  domain: string | undefined
  onBegun: () => void
}

function Reading({ first, domain = '', onBegun }: ReadingProps): JSX.Element {
  const watched = useScan(first, () => undefined)
  const { scan } = watched
  const { siteId } = scan
  const isOver = isScanOver(scan)
  const isRead = scan.state === 'succeeded' || scan.state === 'partial'
  return (
    <>
      <FirstHead
        title={isOver && !isRead ? t.firstRun.notRead : `${headOf(isOver)} ${domain}`}
        lead={isOver ? undefined : t.firstRun.mayClose}
      />
      {isRead && (
        <p class="foot">
          <a class="button main" href={appHref(firstRunPath(siteId, 'mending'))}>
            {t.firstRun.toMending}
          </a>
        </p>
      )}
      <ScanView {...watched} />
      {isOver && !isRead && (
        <div class="foot">
          <ScanAgain siteId={siteId} onBegun={onBegun} isMain />
          {scan.progress.fetched === 0 && <OtherAddress siteId={siteId} />}
        </div>
      )}
      <FoundSoFar scan={scan} />
    </>
  )
}

const headOf = (isOver: boolean): string => (isOver ? t.firstRun.readTitle : t.firstRun.reading)

/**
 * Shows the button that removes a site of which nothing could be read, for example after a typing error, since the plan
 * may allow only one site.
 */
function OtherAddress({ siteId }: { siteId: string }): JSX.Element | null {
  const may = useMay()
  const [isAsking, setAsking] = useState(false)
  const form = useForm([], async () => {
    await call('DELETE /sites/{id}', { path: { id: siteId } })
    forgetAnswers()
    navigate('first-run', { replace: true })
  })
  if (!may('DELETE /sites/{id}')) return null
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        {t.firstRun.other}
      </button>
      {isAsking && (
        <Dialog title={t.firstRun.otherTitle} onClose={() => setAsking(false)}>
          <form onSubmit={form.onSubmit}>
            <p>{t.firstRun.otherText}</p>
            <Fault error={form.error} />
            <div class="foot">
              <button class="grave" disabled={form.isBusy}>
                {t.firstRun.otherButton}
              </button>
              <button type="button" onClick={() => setAsking(false)}>
                {t.firstRun.keepIt}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
