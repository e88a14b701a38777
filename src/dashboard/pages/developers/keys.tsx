import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../../examples/client/citable.ts'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useMay } from '../../rights.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useRows } from '../../use-rows.ts'
import { DeveloperTabs } from './developer-tabs.tsx'
import { Grants, OwnGrants } from './grants.tsx'
import { KeyWindows, type KeyDoing } from './key-windows.tsx'
import { Rights, sitesWords } from './rights-words.tsx'

type Key = Answer<'GET /keys'>['data'][number]
/**
 * Shows who and what may read or change data: keys, and assistants that people let in. Smaller roles see only their own
 * assistants.
 */
export function KeysPage(): JSX.Element {
  const may = useMay()
  return may('GET /keys') ? <AllKeys /> : <OwnPage />
}

function OwnPage(): JSX.Element {
  return (
    <>
      <PageHead title={t.developers.title} />
      <OwnGrants />
    </>
  )
}

function AllKeys(): JSX.Element {
  const keys = useRows('GET /keys', { query: { limit: 100 } })
  const org = useData('GET /org')
  const [doing, setDoing] = useState<KeyDoing | undefined>()
  const hasKeys = org.answer?.data.features.apiKeys !== false
  const current = keys.rows.filter(({ status }) => status === 'active')
  const ofPeople = current.filter(({ kind }) => kind === 'oauth')
  return (
    <>
      <PageHead title={t.developers.title}>
        {hasKeys && (
          <button type="button" class="main" onClick={() => setDoing({ what: 'make' })}>
            {t.keys.make}
          </button>
        )}
      </PageHead>
      <DeveloperTabs />
      {!hasKeys && <p class="notice care">{t.developers.needsPlan}</p>}
      <WhenLoaded of={keys} rows={4}>
        {() => (
          <>
            <KeyTable
              keys={current.filter(({ kind }) => kind === 'static')}
              onDoing={(what, key) => setDoing({ what, key })}
            />
            <MoreRows of={keys} name={t.keys.more} />
            <Grants
              grants={ofPeople}
              onNarrow={(key) => setDoing({ what: 'narrow', key })}
              onEnd={(key) => setDoing({ what: 'end', key })}
            />
          </>
        )}
      </WhenLoaded>
      {doing && <KeyWindows doing={doing} onDoing={setDoing} onChanged={keys.reload} />}
    </>
  )
}

interface TableProps {
  keys: readonly Key[]
  onDoing: (what: 'replace' | 'end', key: Key) => void
}

function KeyTable({ keys, onDoing }: TableProps): JSX.Element {
  return (
    <section aria-label={t.developers.keys}>
      <p class="note">{t.keys.lead}</p>
      {keys.length === 0 ? (
        <p>{t.keys.none}</p>
      ) : (
        <table class="fold">
          <thead>
            <tr>
              {[t.keys.name, t.keys.may, t.keys.for, t.keys.used, t.keys.ends].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <KeyRow key={key.id} of={key} onDoing={onDoing} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function KeyRow({ of, onDoing }: { of: Key; onDoing: TableProps['onDoing'] }): JSX.Element {
  return (
    <tr>
      <th scope="row" class="full">
        <bdi>{of.name}</bdi>
        <br />
        <code>{of.masked}</code>
      </th>
      <td class="quiet full">
        <Rights scopes={of.scopes} />
      </td>
      <td class="quiet">{sitesWords(of.siteIds)}</td>
      <td class={of.lastUsedAt === null ? 'warn tight' : 'tight'}>
        {of.lastUsedAt === null ? t.keys.never : <Ago when={of.lastUsedAt} />}
      </td>
      <td class="quiet tight">
        {of.expiresAt === null ? t.keys.never : <Ago when={of.expiresAt} />}
      </td>
      <td class="tight">
        <button type="button" class="plain" onClick={() => onDoing('replace', of)}>
          {t.keys.replace}
          <span class="unseen"> {of.name}</span>
        </button>{' '}
        <button type="button" class="plain ends-it" onClick={() => onDoing('end', of)}>
          {t.keys.end}
          <span class="unseen"> {of.name}</span>
        </button>
      </td>
    </tr>
  )
}
