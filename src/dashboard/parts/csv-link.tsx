import type { JSX } from 'preact'
import { addressOf, type Given } from '../../../examples/client/citable.ts'
import { currentClient, hasCookie } from '../client.ts'
import { t } from '../texts/index.ts'

type CsvRoute =
  | 'GET /analytics/{siteId}/export'
  | 'GET /citations/{siteId}/checks'
  | 'GET /org/audit'
  | 'GET /org/assistant-calls'

interface Props<R extends CsvRoute> {
  route: R
  input: Given<R>[0]
}

/** A file of the same rows. The browser fetches it with its cookie; without one the page fetches it, and hands it over. */
export function CsvLink<R extends CsvRoute>({ route, input }: Props<R>): JSX.Element {
  const query = { ...queryOf(input), format: 'csv' }
  const href = `/api/v1${addressOf(route, { ...input, query })}`
  if (hasCookie) {
    return (
      <a href={href} download>
        {t.csv}
      </a>
    )
  }
  const fetchIt = async (): Promise<void> => {
    const parts: string[] = []
    // @NOTE each of these routes has a file of CSV.
    const given = [input] as unknown as Given<R>
    for await (const part of currentClient().stream(route, 'text/csv', ...given)) parts.push(part)
    const address = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
    const link = Object.assign(document.createElement('a'), {
      href: address,
      download: 'citable.csv',
    })
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <button type="button" class="plain" onClick={() => void fetchIt()}>
      {t.csv}
    </button>
  )
}

const queryOf = (input: object | undefined): object =>
  input && 'query' in input && typeof input.query === 'object' ? (input.query ?? {}) : {}
