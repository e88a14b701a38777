import type { ApiRoutes } from '../../../../examples/client/types/index.ts'
import { t } from '../../texts/index.ts'

type Asked = NonNullable<ApiRoutes['GET /pages/{siteId}']['query']>

/** The filters of pages in the address; a value that no page can have is left out. */
export interface PageFilters {
  sort: NonNullable<Asked['sort']>
  state?: NonNullable<Asked['state']>
  type?: NonNullable<Asked['type']>
  query?: string
  finding?: string
  path?: string
}

export function readPageFilters(query: URLSearchParams): PageFilters {
  const { sorts, states, types } = t.pages
  const state = knownOf(states, query.get('state'))
  const type = knownOf(types, query.get('type'))
  const text = (name: string) => query.get(name) || undefined
  const [words, finding, path] = [text('query'), text('finding'), text('path')]
  return {
    sort: knownOf(sorts, query.get('sort')) ?? 'questions',
    ...(state && { state }),
    ...(type && { type }),
    ...(words !== undefined && { query: words }),
    ...(finding !== undefined && { finding }),
    ...(path !== undefined && { path }),
  }
}

/** Returns the name where it is one of those that have words; undefined otherwise. */
const knownOf = <K extends string>(
  names: Readonly<Record<K, string>>,
  name: string | null,
): K | undefined =>
  // @NOTE the keys of a record are of its type.
  (Object.keys(names) as K[]).find((one) => one === name)
