import type { ComponentType } from 'preact'
import type { Route } from '../../../examples/client/citable.ts'

/** The part of the address that a page gets: the values that its pattern names. */
export interface PageProps {
  params: Readonly<Record<string, string>>
}

export interface PageEntry {
  /** Parts of the path below `/app/`; one that begins with `:` takes any text. */
  path: string
  /** Opened without a session. */
  isPublic?: boolean
  /** One column without the list of pages. */
  isAlone?: boolean
  /** Its name in the list of pages; without one it is reached from another page. */
  link?: () => string
  /** The route that the page reads; a person who may not call it gets no link to the page. */
  reads?: Route
  load: () => Promise<ComponentType<PageProps>>
}
