import type { ComponentType } from 'preact'
import type { Route } from '../../../examples/client/citable.ts'

/** What a page gets of the address: the parts that its pattern names. */
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
  /** What it reads; who may not call that gets no link to it. */
  reads?: Route
  load: () => Promise<ComponentType<PageProps>>
}
