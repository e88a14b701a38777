import type { JSX } from 'preact'
import type { Given } from '../../../../examples/client/citable.ts'
import { momentsAsked } from '../../formats.ts'
import { fieldOf, ToolField, ToolSelect } from '../../parts/tool-fields.tsx'
import { changeQuery } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'

type Asked = NonNullable<NonNullable<Given<'GET /org/assistant-calls'>[0]>['query']>

const CLIENTS = ['claude', 'chatgpt', 'codex', 'cursor', 'vscode', 'sdk', 'other'] as const
const OUTCOMES = ['ok', 'refused', 'failed'] as const

/** Reads the filters of calls from the address; a value that no call can have is left out. */
export function askedCalls(query: URLSearchParams): Asked {
  const given = (name: string): string | undefined => query.get(name) ?? undefined
  const asked = {
    outcomeClass: OUTCOMES.find((one) => one === given('outcome')),
    keyId: given('key'),
    siteId: given('site'),
    client: CLIENTS.find((one) => one === given('client')),
    tool: given('tool'),
    ...momentsAsked(query),
  }
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
}

/**
 * Shows the fields that filter calls by who asked, about which site, with which tool, and when. All choices go into the
 * address.
 */
export function CallFilters({ query }: { query: URLSearchParams }): JSX.Element {
  const keys = useData('GET /keys', { query: { limit: 100 } })
  const sites = useData('GET /sites', { query: { limit: 100 } })
  const chosen = (name: string): string => query.get(name) ?? ''
  return (
    <form class="tools choosing" onSubmit={show}>
      <ToolSelect
        label={t.calls.key}
        value={chosen('key')}
        options={optionsOf(t.calls.everyKey, keys.answer?.data)}
        onValue={choose('key')}
      />
      <ToolSelect
        label={t.calls.site}
        value={chosen('site')}
        options={optionsOf(t.calls.everySite, sites.answer?.data)}
        onValue={choose('site')}
      />
      <ToolSelect
        label={t.calls.client}
        value={chosen('client')}
        options={optionsOf(
          t.calls.everyClient,
          CLIENTS.map((id) => ({ id, name: t.connect.names[id] ?? id })),
        )}
        onValue={choose('client')}
      />
      <ToolField label={t.calls.tool} name="tool" maxLength={64} value={chosen('tool')} />
      <ToolField label={t.calls.from} name="from" type="date" value={chosen('from')} />
      <ToolField label={t.calls.to} name="to" type="date" value={chosen('to')} />
      <button>{t.calls.filter}</button>
    </form>
  )
}

const FIELDS = ['tool', 'from', 'to'] as const

function show(event: Event): void {
  event.preventDefault()
  // @NOTE the event is that of a form.
  const form = event.currentTarget as HTMLFormElement
  changeQuery(Object.fromEntries(FIELDS.map((name) => [name, fieldOf(form, name)])))
}

const choose = (name: string) => (value: string) =>
  changeQuery({ [name]: value === '' ? undefined : value })

const optionsOf = (
  all: string,
  list: readonly { id: string; name: string }[] = [],
): { value: string; label: string }[] => [
  { value: '', label: all },
  ...list.map(({ id, name }) => ({ value: id, label: name })),
]
