import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../../examples/client/citable.ts'
import { formatNumber } from '../formats.ts'
import { t } from '../texts/index.ts'
import { useData, type Loaded } from '../use-data.ts'
import { Ago } from './ago.tsx'
import { CopyBox } from './copy-box.tsx'
import { Fault } from './fault.tsx'

export type Install = Answer<'GET /sites/{id}/install'>
type Site = Answer<'GET /sites/{id}'>['data']

/** The milliseconds after which a page that waits for the widget asks again whether it was seen. */
const LOOK_EVERY_MS = 10_000

/** Reads the state of the tag. Until the widget was seen, it is read again and again while the page is visible. */
export function useInstall(siteId: string): Loaded<Install> {
  const install = useData('GET /sites/{id}/install', { path: { id: siteId } })
  const isSeen = install.answer?.data.install.status === 'installed'
  const { reload } = install
  useEffect(() => {
    if (isSeen) return undefined
    const timer = setInterval(() => !document.hidden && reload(), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isSeen, reload])
  return install
}

interface Props {
  siteId: string
  install: Loaded<Install>
}

/** Shows the tag to paste, whether it was seen, and what stands in the way. */
export function InstallTag({ siteId, install }: Props): JSX.Element | null {
  const site = useData('GET /sites/{id}', { path: { id: siteId } })
  const [isLooking, setLooking] = useState(false)
  if (!install.answer) return <Fault error={install.error} retry={install.reload} />
  const { tag, install: seen, check } = install.answer.data
  return (
    <>
      <p>{t.widget.paste}</p>
      <CopyBox text={tag} label={t.widget.tagLabel} />
      <div class="live">
        <button
          type="button"
          onClick={() => {
            setLooking(true)
            install.reload()
            site.reload()
          }}
        >
          {t.widget.check}
        </button>
        <span role="status" class={seen.status === 'stale' ? 'warn' : 'quiet'}>
          <Seen seen={seen} /> {isLooking && t.widget.looked}
        </span>
      </div>
      <Fault error={install.error} />
      {site.answer && <InTheWay site={site.answer.data} seen={seen} check={check} />}
    </>
  )
}

type SeenState = Install['data']['install']

function Seen({ seen }: { seen: SeenState }): JSX.Element {
  if (seen.status === 'not_installed') return <>{t.widget.waiting}</>
  return (
    <>
      {seen.status === 'stale' ? (
        t.widget.stale
      ) : (
        <>
          <span class="up" aria-hidden="true">
            ✓
          </span>{' '}
          {t.widget.seen}
        </>
      )}{' '}
      ({t.widget.lastSeen} <Ago when={seen.lastSeenAt} />)
    </>
  )
}

/** Shows the known obstacles that keep the widget from being shown or counted. */
function InTheWay(props: { site: Site; seen: SeenState; check: string }): JSX.Element | null {
  const { site, seen, check } = props
  const { place } = seen
  const faults = [
    site.status === 'paused' && t.widget.paused,
    !site.widget.enabled && t.widget.off,
    site.stats.lastScanAt === null && t.widget.unread,
  ].filter((fault) => fault !== false)
  const isMisplaced = place !== null && place.without > 0
  if (seen.status === 'installed' && faults.length === 0 && !isMisplaced) return null
  return (
    <div class="gap">
      <h3>{t.widget.inTheWay}</h3>
      <ul>
        {faults.map((fault) => (
          <li key={fault} class="warn">
            {fault}
          </li>
        ))}
        {isMisplaced && <Misplaced place={place} />}
      </ul>
      {seen.status !== 'installed' && (
        <>
          {faults.length === 0 && !isMisplaced && <p>{t.widget.nothingKnown}</p>}
          <CopyBox text={check} label={t.widget.command} />
          <p class="note">{t.widget.commandNote}</p>
        </>
      )}
    </div>
  )
}

function Misplaced({ place }: { place: NonNullable<SeenState['place']> }): JSX.Element {
  return (
    <li class="warn">
      {t.widget.noPlace(formatNumber(place.without), formatNumber(place.pages))} {t.widget.place}:{' '}
      <code>
        <bdi>{place.selector}</bdi>
      </code>
      {place.example !== null && (
        <>
          , {t.widget.such} <bdi>{place.example}</bdi>
        </>
      )}
    </li>
  )
}
