import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatMoment, momentsAsked } from '../../formats.ts'
import { CsvLink } from '../../parts/csv-link.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { fieldOf, ToolField } from '../../parts/tool-fields.tsx'
import { changeQuery, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useRows } from '../../use-rows.ts'
import { VerifyChain } from './verify-chain.tsx'

type Entry = Answer<'GET /org/audit'>['data'][number]

const FILTERS = ['action', 'actor', 'target', 'from', 'to'] as const

/** Reads the filters of audit entries from the address. */
function askedEntries(query: URLSearchParams): Record<string, string> {
  const texts = Object.fromEntries(
    ['action', 'actor', 'target'].flatMap((name) => {
      const value = query.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
  return { ...texts, ...momentsAsked(query) }
}

/** Shows the audit log of the organization, with a check that no entry of it was changed. */
export function AuditPage(): JSX.Element {
  const { query } = usePlace()
  const asked = askedEntries(query)
  const entries = useRows('GET /org/audit', { query: { ...asked, limit: 50 } })
  const org = useData('GET /org')
  const plan = org.answer?.data.plan
  const hasFile = plan === 'enterprise' || plan === 'self_hosted'
  return (
    <>
      <PageHead title={t.audit.title} lead={t.audit.lead} />
      <VerifyChain />
      <section aria-label={t.audit.title}>
        <Filters query={query} />
        {hasFile && (
          <span class="acts">
            <CsvLink route="GET /org/audit" input={{ query: asked }} />
          </span>
        )}
        <WhenLoaded of={entries} rows={6}>
          {() =>
            entries.rows.length === 0 ? (
              <p class="note">{t.audit.none}</p>
            ) : (
              <EntryTable entries={entries.rows} />
            )
          }
        </WhenLoaded>
        <MoreRows of={entries} name={t.audit.more} />
      </section>
    </>
  )
}

function Filters({ query }: { query: URLSearchParams }): JSX.Element {
  const filter = (event: Event): void => {
    event.preventDefault()
    // @NOTE the event is that of a form.
    const form = event.currentTarget as HTMLFormElement
    changeQuery(Object.fromEntries(FILTERS.map((name) => [name, fieldOf(form, name)])))
  }
  return (
    <form class="tools choosing" onSubmit={filter}>
      {FILTERS.map((name) => (
        <ToolField
          key={name}
          name={name}
          label={t.audit[name]}
          {...(name === 'from' || name === 'to' ? { type: 'date' } : { maxLength: 64 })}
          value={query.get(name) ?? ''}
        />
      ))}
      <button>{t.audit.filter}</button>
    </form>
  )
}

function EntryTable({ entries }: { entries: readonly Entry[] }): JSX.Element {
  return (
    <table class="fold">
      <thead>
        <tr>
          {[t.audit.when, t.audit.who, t.audit.what, t.audit.of, t.audit.detail].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map(({ id, at, actor, action, target, detail }) => (
          <tr key={id}>
            <td class="when">{formatMoment(at)}</td>
            <td>
              <bdi>{actor.name ?? (actor.type === 'system' ? t.audit.system : actor.id)}</bdi>
            </td>
            <td>
              <code>{action}</code>
            </td>
            <td class="quiet full">
              {target.type} <code>{target.id}</code>
            </td>
            <td class="full">
              <bdi class="note">{detailWords(detail)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The most characters of an entry's details that are shown; the file and the API have all of them. */
const MAX_DETAIL = 300

function detailWords(detail: Entry['detail']): string {
  const text = Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return text.length > MAX_DETAIL ? `${text.slice(0, MAX_DETAIL)}…` : text
}
