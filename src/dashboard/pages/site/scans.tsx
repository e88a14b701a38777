import type { JSX } from 'preact'
import { formatDuration, formatNumber } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ScanAgain, ScanLive } from '../../parts/scan-live.tsx'
import { appHref } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useRows } from '../../use-rows.ts'
import { isScanOver, type Scan } from '../../use-scan.ts'
import type { PageProps } from '../page-entry.ts'

/** Shows the scans of a site: the last one, followed while it goes on, and those before it. */
export function ScansPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const scans = useRows('GET /scan', { query: { siteId, limit: 20 } })
  const [latest] = scans.rows
  const isFree = latest === undefined || isScanOver(latest)
  return (
    <>
      <PageHead title={t.scans.title} of={<OfSite siteId={siteId} />} note={t.scans.lead}>
        {scans.answer && isFree && <ScanAgain siteId={siteId} onBegun={scans.reload} isMain />}
      </PageHead>
      <WhenLoaded of={scans}>
        {() =>
          latest === undefined ? (
            <div class="empty">
              <p>{t.scans.never}</p>
              <p>{t.scans.neverNext}</p>
            </div>
          ) : (
            <>
              <section>
                <div class="title">
                  <h2>{isFree ? t.scans.latest : t.scans.live}</h2>
                </div>
                <ScanLive key={latest.id} first={latest} onEnd={scans.reload} />
              </section>
              <section>
                <div class="title">
                  <h2>{t.scans.history}</h2>
                </div>
                <History siteId={siteId} scans={scans.rows} />
                <MoreRows of={scans} name={t.scans.more} />
              </section>
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}

function History({ siteId, scans }: { siteId: string; scans: readonly Scan[] }): JSX.Element {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t.scans.when}</th>
          <th scope="col">{t.scans.state}</th>
          <th scope="col" class="wide">
            {t.scans.because}
          </th>
          <th scope="col" class="num">
            {t.scans.pages}
          </th>
          <th scope="col" class="num wide">
            {t.scans.failed}
          </th>
          <th scope="col" class="num">
            {t.scans.score}
          </th>
          <th scope="col" class="num wide">
            {t.scans.took}
          </th>
        </tr>
      </thead>
      <tbody>
        {scans.map((scan) => (
          <tr key={scan.id}>
            <th scope="row">
              <a href={appHref(`s/${siteId}/scans/${scan.id}`)}>
                <Ago when={scan.startedAt ?? scan.queuedAt} />
              </a>
            </th>
            <td class={scan.state === 'failed' ? 'down' : undefined}>
              {t.scans.states[scan.state]}
            </td>
            <td class="quiet wide">{t.scans.triggers[scan.trigger]}</td>
            <td class="num">{formatNumber(scan.result?.pages ?? scan.progress.fetched)}</td>
            <td class="num wide">{formatNumber(scan.progress.failed)}</td>
            <td class="num">{maybe(scan.result?.score)}</td>
            <td class="num wide when">
              {scan.durationMs !== null && formatDuration(scan.durationMs)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const maybe = (value: number | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value) : ''
