import type { JSX } from 'preact'
import type { Answer } from '../../../../../examples/client/citable.ts'
import { formatNumber } from '../../../formats.ts'
import { Ago } from '../../../parts/ago.tsx'
import { WhenLoaded } from '../../../parts/loaded.tsx'
import { appHref } from '../../../router.ts'
import { t } from '../../../texts/index.ts'
import { useData, type Loaded } from '../../../use-data.ts'

interface Props {
  siteId: string
  site: Loaded<Answer<'GET /sites/{id}'>>
}

/** Shows the state of the pages and of the tag, with links to what mends them. */
export function Health({ siteId, site }: Props): JSX.Element {
  const score = useData('GET /sites/{siteId}/score', { path: { siteId } })
  return (
    <section aria-label={t.overview.health}>
      <div class="title">
        <h2>{t.overview.health}</h2>
      </div>
      <ul class="rows">
        <li class="line">
          <WhenLoaded of={score} rows={1}>
            {({ data: { report } }) => (
              <>
                <span>
                  {report ? t.overview.score(formatNumber(report.score)) : t.overview.noScore}
                </span>
                <a href={appHref(`s/${siteId}/score`)}>{t.overview.howToMend}</a>
              </>
            )}
          </WhenLoaded>
        </li>
        {site.answer && <Seen siteId={siteId} site={site.answer.data} />}
      </ul>
    </section>
  )
}

function Seen({
  siteId,
  site: { lastScan, install },
}: {
  siteId: string
  site: Answer<'GET /sites/{id}'>['data']
}): JSX.Element {
  return (
    <>
      <li class="line">
        <span>
          {lastScan ? t.overview.scanned : t.overview.neverScanned}{' '}
          <span class="quiet">
            <Ago when={lastScan?.finishedAt ?? null} />
          </span>
        </span>
        <a href={appHref(`s/${siteId}/scans`)}>{t.scans.title}</a>
      </li>
      <li class="line">
        <span>
          {t.overview.tag}{' '}
          <span class={install.status === 'installed' ? 'quiet' : 'warn'}>
            {t.overview.tagStates[install.status] ?? install.status}
          </span>
        </span>
        <a href={appHref(`s/${siteId}/widget`)}>{t.overview.putTag}</a>
      </li>
    </>
  )
}
