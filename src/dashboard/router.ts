import { createStore, useStore } from './store.ts'

/** The place that the address names: a path below `/app/` without a slash at its end, and the query behind `?`. */
export interface Place {
  path: string
  query: URLSearchParams
}

const BASE = '/app'

const place = createStore(readPlace())

function readPlace(): Place {
  const path = location.pathname.slice(BASE.length).replaceAll(/^\/+|\/+$/g, '')
  return { path, query: new URLSearchParams(location.search) }
}

export const currentPlace = (): Place => place.get()

export const usePlace = (): Place => useStore(place)

/** Goes to a page by its path below `/app/`. With `replace`, the browser's Back does not lead to the page before. */
export function navigate(to: string, { replace = false } = {}): void {
  const address = `${BASE}/${to}`
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  place.set(readPlace())
}

type QueryChanges = Readonly<Record<string, string | undefined>>

/** Changes parts of the query of the open page; undefined takes a part away. */
export function changeQuery(changes: QueryChanges): void {
  const { path, query } = place.get()
  navigate(pathWith(path, query, changes))
}

/** Returns the address of a page with some parts of its query changed. */
export const hrefWith = (path: string, query: URLSearchParams, changes: QueryChanges): string =>
  appHref(pathWith(path, query, changes))

function pathWith(path: string, query: URLSearchParams, changes: QueryChanges): string {
  const changed = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name)
    else changed.set(name, value)
  }
  const search = changed.toString()
  return search === '' ? path : `${path}?${search}`
}

/** Returns the address of a page by its path below `/app/`. */
export const appHref = (path: string): string => `${BASE}/${path}`

/** Makes links to pages, and the browser's Back and Forward, change the page without loading it from the server. */
export function followLinks(): void {
  addEventListener('popstate', () => place.set(readPlace()))
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isOther = event.defaultPrevented || event.button !== 0 || hasModifier(event)
    if (isOther || !link || link.target !== '' || link.hasAttribute('download')) return
    if (link.origin !== location.origin || !`${link.pathname}/`.startsWith(`${BASE}/`)) return
    // A link within the page goes where it says.
    if (link.hash !== '' && link.pathname === location.pathname) return
    event.preventDefault()
    navigate(link.pathname.slice(BASE.length + 1) + link.search)
  })
}

const hasModifier = (event: MouseEvent): boolean =>
  event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
