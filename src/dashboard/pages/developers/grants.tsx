import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../../examples/client/citable.ts'
import { Ago } from '../../parts/ago.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { call } from '../../request.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useRows } from '../../use-rows.ts'
import { NarrowGrant } from './narrow-grant.tsx'
import { Rights, sitesWords } from './rights-words.tsx'

type Key = Answer<'GET /keys'>['data'][number]
type OwnGrant = Answer<'GET /auth/grants'>['data'][number]
type Shown = Pick<
  Key,
  'id' | 'name' | 'client' | 'scopes' | 'siteIds' | 'readersWords' | 'lastUsedAt'
> & { createdBy?: string }

interface GrantsProps {
  grants: readonly Key[]
  onNarrow: (key: Key) => void
  onEnd: (key: Key) => void
}

/** Lists the assistants that people let in by signing in, each with the person. */
export function Grants({ grants, onNarrow, onEnd }: GrantsProps): JSX.Element {
  const members = useData('GET /org/members', { query: { limit: 100 } })
  const emailOf = (userId: string): string =>
    members.answer?.data.find((member) => member.userId === userId)?.email ?? userId
  return (
    <section aria-label={t.keys.grants}>
      <div class="title">
        <h2>{t.keys.grants}</h2>
        <span class="note">{t.keys.grantsNote}</span>
      </div>
      <GrantTable
        grants={grants}
        letInBy={(grant) => emailOf(grant.createdBy)}
        onNarrow={onNarrow}
        onEnd={onEnd}
      />
    </section>
  )
}

/** Lists the assistants that the signed-in person has let in; every member may change and end their own. */
export function OwnGrants(): JSX.Element {
  const grants = useRows('GET /auth/grants', { query: { limit: 100 } })
  const [doing, setDoing] = useState<{ what: 'narrow' | 'end'; grant: OwnGrant } | undefined>()
  const close = (): void => setDoing(undefined)
  return (
    <section aria-label={t.keys.grants}>
      <h2>{t.keys.grants}</h2>
      <WhenLoaded of={grants}>
        {() => (
          <GrantTable
            grants={grants.rows}
            letInBy={() => t.keys.you}
            onNarrow={(grant) => setDoing({ what: 'narrow', grant })}
            onEnd={(grant) => setDoing({ what: 'end', grant })}
          />
        )}
      </WhenLoaded>
      <MoreRows of={grants} name={t.keys.moreGrants} />
      {doing?.what === 'narrow' && (
        <NarrowGrant
          name={doing.grant.name}
          now={doing.grant}
          offered={doing.grant.asked}
          send={async (body) => {
            await call('PUT /auth/grants/{id}', { path: { id: doing.grant.id }, body })
            grants.reload()
          }}
          onClose={close}
        />
      )}
      {doing?.what === 'end' && (
        <Confirm
          title={`${t.keys.stop}: ${doing.grant.name}`}
          text={t.keys.stopText}
          button={t.keys.stop}
          isGrave
          run={async () => {
            await call('DELETE /auth/grants/{id}', { path: { id: doing.grant.id } })
            grants.reload()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface TableProps<G extends Shown> {
  grants: readonly G[]
  letInBy: (grant: G) => string
  onNarrow: (grant: G) => void
  onEnd: (grant: G) => void
}

function GrantTable<G extends Shown>({
  grants,
  letInBy,
  onNarrow,
  onEnd,
}: TableProps<G>): JSX.Element {
  if (grants.length === 0) return <p>{t.keys.noGrants}</p>
  return (
    <table class="fold">
      <thead>
        <tr>
          {[t.keys.assistant, t.keys.letInBy, t.keys.may, t.keys.for, t.keys.used].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <td />
        </tr>
      </thead>
      <tbody>
        {grants.map((grant) => (
          <tr key={grant.id}>
            <th scope="row" class="full">
              <bdi>{grant.client?.name ?? grant.name}</bdi>
              <br />
              <span class="note">
                <bdi>{grant.client?.host}</bdi>
              </span>
            </th>
            <td>
              <bdi>{letInBy(grant)}</bdi>
            </td>
            <td class="quiet full">
              <Rights scopes={grant.scopes} />
              {!grant.readersWords && `, ${t.keys.withoutWords}`}
            </td>
            <td class="quiet">{sitesWords(grant.siteIds)}</td>
            <td class="tight">
              {grant.lastUsedAt === null ? t.keys.never : <Ago when={grant.lastUsedAt} />}
            </td>
            <td class="tight">
              <button type="button" class="plain" onClick={() => onNarrow(grant)}>
                {t.keys.narrow}
                <span class="unseen"> {grant.name}</span>
              </button>{' '}
              <button type="button" class="plain ends-it" onClick={() => onEnd(grant)}>
                {t.keys.stop}
                <span class="unseen"> {grant.name}</span>
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
