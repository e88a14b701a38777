import type { JSX } from 'preact'
import { t } from '../../texts/index.ts'

/** Shows in words what scopes allow; the scopes that write are bold. */
export function Rights({ scopes }: { scopes: readonly string[] }): JSX.Element {
  if (scopes.includes('*')) return <strong>{t.keys.everything}</strong>
  const named = (ending: string): string =>
    scopes
      .filter((scope) => scope.endsWith(ending))
      .map((scope) => t.keys.words[scope] ?? scope)
      .join(', ')
  const [writes, reads] = [named(':write'), named(':read')]
  return (
    <>
      {writes && (
        <>
          <strong>{t.keys.writes}</strong> {writes}
        </>
      )}
      {writes && reads && '; '}
      {reads && `${t.keys.reads} ${reads}`}
    </>
  )
}

export const sitesWords = (siteIds: readonly string[] | null): string =>
  siteIds === null ? t.keys.allSites : t.keys.sites(siteIds.length)
