import type { ComponentType } from 'preact'
import type { Route } from '../../../examples/client/citable.ts'

/** The values that a page gets from its address, by the names in its pattern. */
export interface PageProps {
  params: Readonly<Record<string, string>>
}

export interface PageEntry {
  /** The path of the page below `/app/`; a part of it that begins with `:` takes any text. */
  path: string
  /** True for a page that opens without a session. */
  isPublic?: boolean
  /** True for a page of one column, without the list of pages. */
  isAlone?: boolean
  /** Returns the name of the page in the list of pages; a page without a name is reached from another page. */
  link?: () => string
  /** The route that the page reads; a person who may not call it gets no link to the page. */
  reads?: Route
  load: () => Promise<ComponentType<PageProps>>
}
