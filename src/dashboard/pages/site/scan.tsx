import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatMoment } from '../../formats.ts'
import { Choice } from '../../parts/choice.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { OuterLink } from '../../parts/outer-link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ScanAgain, ScanLive } from '../../parts/scan-live.tsx'
import { reasonWords } from '../../parts/scan-warnings.tsx'
import { navigate, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useRows } from '../../use-rows.ts'
import { isScanOver } from '../../use-scan.ts'
import { useZone } from '../../zone.tsx'
import type { PageProps } from '../page-entry.ts'

type Address = Answer<'GET /scan/{jobId}/addresses'>['data'][number]

const OUTCOMES = ['failed', 'redirected', 'skipped'] as const

/** Shows one scan: its course, and the addresses that became no page. */
export function ScanPage({ params }: PageProps): JSX.Element {
  const { siteId = '', jobId = '' } = params
  const scan = useData('GET /scan/{jobId}', { path: { jobId } })
  const begunAt = scan.answer?.data.startedAt ?? scan.answer?.data.queuedAt ?? undefined
  const zone = useZone()
  const isOver = scan.answer !== undefined && isScanOver(scan.answer.data)
  return (
    <>
      <PageHead
        title={t.scans.one}
        of={<OfSite siteId={siteId} />}
        note={begunAt !== undefined && formatMoment(begunAt, zone)}
      >
        {isOver && <ScanAgain siteId={siteId} onBegun={() => navigate(`s/${siteId}/scans`)} />}
      </PageHead>
      <WhenLoaded of={scan}>
        {({ data }) => (
          <>
            <section>
              <ScanLive first={data} onEnd={scan.reload} />
            </section>
            {isScanOver(data) && <Addresses jobId={jobId} />}
          </>
        )}
      </WhenLoaded>
    </>
  )
}

function Addresses({ jobId }: { jobId: string }): JSX.Element {
  const { query } = usePlace()
  const outcome = OUTCOMES.find((one) => one === query.get('outcome'))
  const addresses = useRows('GET /scan/{jobId}/addresses', {
    path: { jobId },
    query: { limit: 50, ...(outcome && { outcome }) },
  })
  return (
    <section>
      <div class="title">
        <h2>{t.scans.addresses}</h2>
        <Choice
          name="outcome"
          chosen={outcome ?? 'all'}
          options={(['all', ...OUTCOMES] as const).map((value) => ({
            value,
            label: t.scans.outcomes[value],
          }))}
        />
      </div>
      <p class="note">{t.scans.addressesNote}</p>
      <WhenLoaded of={addresses} rows={5}>
        {() =>
          addresses.rows.length === 0 ? (
            <p>{t.scans.noAddresses}</p>
          ) : (
            <AddressTable addresses={addresses.rows} />
          )
        }
      </WhenLoaded>
      <MoreRows of={addresses} name={t.scans.moreAddresses} />
    </section>
  )
}

function AddressTable({ addresses }: { addresses: readonly Address[] }): JSX.Element {
  return (
    <table role="table" class="fold">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t.scans.address}
          </th>
          <th role="columnheader" scope="col">
            {t.scans.why}
          </th>
          <th role="columnheader" scope="col" class="num">
            {t.scans.status}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {addresses.map((one) => (
          <tr role="row" key={`${one.url} ${one.reason}`}>
            <th role="rowheader" scope="row" class="full">
              <OuterLink url={one.url} />
              {one.targetUrl !== null && (
                <>
                  <br />
                  <small>
                    {t.scans.leadsTo} <OuterLink url={one.targetUrl} />
                  </small>
                </>
              )}
            </th>
            <td role="cell" class="quiet">
              {reasonWords(one.reason)}
            </td>
            <td role="cell" class="num">
              {one.httpStatus}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
