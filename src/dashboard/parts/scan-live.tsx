import type { JSX } from 'preact'
import { formatDuration, formatNumber } from '../formats.ts'
import { call } from '../request.ts'
import { useMay } from '../rights.ts'
import { t } from '../texts/index.ts'
import { useForm } from '../use-form.ts'
import { useTimeLeft } from '../use-time-left.ts'
import { isScanOver, useScan, type Scan } from '../use-scan.ts'
import { Ago } from './ago.tsx'
import { Fault } from './fault.tsx'
import { ScanWarnings } from './scan-warnings.tsx'

interface Props {
  first: Scan
  onEnd: (last: Scan) => void
}

/** Shows a scan, and follows it while it goes on: its progress, what it found, and what stood in the way. */
export function ScanLive({ first, onEnd }: Props): JSX.Element {
  return <ScanView {...useScan(first, onEnd)} />
}

/** Shows the state of a scan, for a part of a page that follows the scan itself. */
export function ScanView({
  scan,
  isBroken,
  error,
}: {
  scan: Scan
  isBroken: boolean
  error: unknown
}): JSX.Element {
  return (
    <>
      <Fault error={error} />
      <ScanBar scan={scan} isBroken={isBroken} />
      <ScanCounts scan={scan} />
      <ScanError scan={scan} />
      <ScanWarnings scan={scan} />
      <StopScan scan={scan} />
    </>
  )
}

/**
 * Shows the progress of a scan. The bar may fall, since more pages are found while the scan reads; the count above it
 * says so.
 */
function ScanBar({ scan, isBroken }: { scan: Scan; isBroken: boolean }): JSX.Element {
  const { state, phase, progress, finishedAt } = scan
  const { fetched, skipped, failed, discovered, percent } = progress
  const isOver = isScanOver(scan)
  const leftMs = useTimeLeft(percent)
  return (
    <>
      {!isOver && (
        <>
          <p class="title">
            <span>
              {t.scans.ofPages(formatNumber(fetched + skipped + failed), formatNumber(discovered))}
            </span>
            {leftMs !== undefined && (
              <span class="note">{t.scans.left(formatDuration(leftMs))}</span>
            )}
          </p>
          <progress max={100} value={percent} aria-label={t.scans.bar}>
            {percent} %
          </progress>
        </>
      )}
      <p role="status">
        {state === 'running' ? t.scans.phases[phase] : t.scans.states[state]}{' '}
        {isOver && <Ago when={finishedAt} />}
        {isBroken && <span class="warn"> {t.scans.broken}</span>}
      </p>
    </>
  )
}

/** The number of counts that are shown even where they are zero. */
const ALWAYS_SHOWN = 4

function ScanCounts({ scan }: { scan: Scan }): JSX.Element {
  const { progress, result, creditsSpent } = scan
  const counts: readonly (readonly [string, number | null | undefined])[] = [
    [t.scans.found, progress.discovered],
    [t.scans.read, progress.fetched],
    [t.scans.leftOut, progress.skipped],
    [t.scans.notRead, progress.failed],
    [t.scans.added, result?.added],
    [t.scans.changed, result?.changed],
    [t.scans.removed, result?.removed],
    [t.scans.prompts, result?.promptsGenerated],
    [t.scans.credits, creditsSpent],
  ]
  return (
    <dl class="pairs">
      {counts.map(
        ([name, value], i) =>
          typeof value === 'number' &&
          (value > 0 || i < ALWAYS_SHOWN) && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Says why a scan found nothing: what its error means, and the words of the service. */
function ScanError({ scan: { error } }: { scan: Scan }): JSX.Element | null {
  if (!error) return null
  return (
    <div class="notice bad">
      <p>
        <strong>{t.scans.errors[error.code]}</strong>
      </p>
      <p lang="en">
        <bdi>{error.message}</bdi>
      </p>
    </div>
  )
}

function StopScan({ scan }: { scan: Scan }): JSX.Element | null {
  const may = useMay()
  const form = useForm([], () => call('DELETE /scan/{jobId}', { path: { jobId: scan.id } }))
  if (isScanOver(scan) || !may('DELETE /scan/{jobId}')) return null
  return (
    <form class="foot" onSubmit={form.onSubmit}>
      <Fault error={form.error} />
      <button disabled={form.isBusy}>{t.scans.stop}</button>
    </form>
  )
}

interface AgainProps {
  siteId: string
  onBegun: () => void
  /** True where this is the main button of its page, since the page has no other. */
  isMain?: boolean
}

/** Shows the button that scans a site again; null for people who may not do so. */
export function ScanAgain({ siteId, onBegun, isMain = false }: AgainProps): JSX.Element | null {
  const may = useMay()
  const form = useForm([], async () => {
    await call('POST /scan', { body: { siteId } })
    onBegun()
  })
  if (!may('POST /scan')) return null
  return (
    <form onSubmit={form.onSubmit}>
      <Fault error={form.error} />
      <button class={isMain ? 'main' : undefined} disabled={form.isBusy}>
        {t.scans.readAgain}
      </button>
    </form>
  )
}
