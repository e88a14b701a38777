import type { JSX } from 'preact'
import { addressOf, type Given } from '../../../examples/client/citable.ts'
import { currentClient, hasCookie, isByToken } from '../client.ts'
import { t } from '../texts/index.ts'
import { useForm } from '../use-form.ts'
import { Fault } from './fault.tsx'
import { saveFile } from './save-file.ts'

type CsvRoute =
  | 'GET /analytics/{siteId}/export'
  | 'GET /citations/{siteId}/checks'
  | 'GET /org/audit'
  | 'GET /org/assistant-calls'

interface Props<R extends CsvRoute> {
  route: R
  input: Given<R>[0]
}

/** Shows a link to a CSV file of the same rows, which the browser fetches with its cookie. */
export function CsvLink<R extends CsvRoute>({ route, input }: Props<R>): JSX.Element {
  const query = { ...queryOf(input), format: 'csv' }
  const href = `/api/v1${addressOf(route, { ...input, query })}`
  if (hasCookie && !isByToken()) {
    return (
      <a href={href} download>
        {t.csv}
      </a>
    )
  }
  return <FetchedCsv route={route} input={input} />
}

/** Shows a button for a session without a cookie: the page fetches the file itself, with its token. */
function FetchedCsv<R extends CsvRoute>({ route, input }: Props<R>): JSX.Element {
  const form = useForm([], async () => {
    const parts: string[] = []
    // @NOTE each of these routes has a file of CSV.
    const given = [input] as unknown as Given<R>
    for await (const part of currentClient().stream(route, 'text/csv', ...given)) parts.push(part)
    saveFile(parts, 'citable.csv')
  })
  return (
    <form onSubmit={form.onSubmit}>
      <button class="plain" disabled={form.isBusy}>
        {t.csv}
      </button>
      <Fault error={form.error} />
    </form>
  )
}

const queryOf = (input: object | undefined): object =>
  input && 'query' in input && typeof input.query === 'object' ? (input.query ?? {}) : {}
