import type { Answer } from '../../examples/client/citable.ts'

/** The fields of a site that decide on its next step; each item of `GET /sites` has them. */
type SiteAtStep = Pick<Answer<'GET /sites'>['data'][number], 'install' | 'lastScan'>

/**
 * Returns the step of the first run that a site is at: it is read, then mended, until its widget was seen. Undefined
 * afterwards; whether an assistant is connected does not depend on one site.
 */
export function firstRunStep({ install, lastScan }: SiteAtStep): 'reading' | 'mending' | undefined {
  if (install.status !== 'not_installed') return undefined
  return lastScan?.state === 'succeeded' || lastScan?.state === 'partial' ? 'mending' : 'reading'
}

/** Returns the path, below `/app/`, of a step of a site's first run. */
export const firstRunPath = (siteId: string, step: 'reading' | 'mending' | 'connecting'): string =>
  `first-run/${siteId}/${step}`
