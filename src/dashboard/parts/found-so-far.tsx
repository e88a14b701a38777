import type { JSX } from 'preact'
import type { Answer } from '../../../examples/client/citable.ts'
import { languageName } from '../formats.ts'
import { t } from '../texts/index.ts'
import { useCalm } from '../use-calm.ts'
import { useData } from '../use-data.ts'
import { useOnChange } from '../use-on-change.ts'
import { isScanOver, type Scan } from '../use-scan.ts'
import { WhenLoaded } from './loaded.tsx'
import { OuterLink } from './outer-link.tsx'
import { reasonWords } from './scan-warnings.tsx'

/**
 * The milliseconds between two reads: a plan may allow only one request a second, and the stream shows the progress
 * meanwhile.
 */
const READ_EVERY_MS = 4_000
const SHOWN = 6

type Page = Answer<'GET /pages/{siteId}'>['data'][number]

/** Shows what a scan has found until now: its latest pages, their languages, and addresses that it could not read. */
export function FoundSoFar({ scan }: { scan: Scan }): JSX.Element {
  const { id: jobId, siteId, progress } = scan
  const pages = useData('GET /pages/{siteId}', {
    path: { siteId },
    query: { sort: 'updated', limit: 100 },
  })
  const failed = useData('GET /scan/{jobId}/addresses', {
    path: { jobId },
    query: { outcome: 'failed', limit: SHOWN },
  })
  const read = useCalm(`${progress.fetched} ${scan.state}`, READ_EVERY_MS)
  const notRead = useCalm(`${progress.failed} ${scan.state}`, READ_EVERY_MS)
  useOnChange(read, pages.reload)
  useOnChange(notRead, failed.reload)
  return (
    <>
      <WhenLoaded of={pages}>{({ data }) => <LatestPages pages={data} />}</WhenLoaded>
      {!isScanOver(scan) && (
        <section aria-label={t.firstRun.problems}>
          <div class="title">
            <h2>{t.firstRun.problems}</h2>
          </div>
          <WhenLoaded of={failed} rows={1}>
            {({ data }) =>
              data.length === 0 ? (
                <p class="note">{t.firstRun.noProblems}</p>
              ) : (
                <ul class="rows next">
                  {data.map(({ url, reason }) => (
                    <li key={url}>
                      <OuterLink url={url} />
                      <span class="quiet">{reasonWords(reason)}</span>
                    </li>
                  ))}
                </ul>
              )
            }
          </WhenLoaded>
        </section>
      )}
    </>
  )
}

function LatestPages({ pages }: { pages: readonly Page[] }): JSX.Element | null {
  if (pages.length === 0) return null
  const languages = new Set(pages.map(({ language }) => language).filter((one) => one !== null))
  const names = [...languages].slice(0, SHOWN).map(languageName)
  return (
    <section aria-label={t.firstRun.foundPages}>
      <div class="title">
        <h2>{t.firstRun.foundPages}</h2>
      </div>
      {names.length > 0 && <p class="note">{t.firstRun.languages(names.join(', '))}</p>}
      <ul>
        {pages.slice(0, SHOWN).map(({ id, title, path }) => (
          <li key={id}>
            <bdi class="cut">{title ?? path}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
