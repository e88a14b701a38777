import type { JSX } from 'preact'
import { AddSite } from '../../parts/add-site.tsx'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { appHref, navigate } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'

const open = (id: string): void => navigate(`s/${id}`)

/** All sites of the organization. */
export function SitesPage(): JSX.Element {
  const sites = useData('GET /sites', { query: { limit: 100 } })
  return (
    <>
      <PageHead title={t.sites.title} />
      <WhenLoaded of={sites}>
        {({ data }) =>
          data.length === 0 ? (
            <section>
              <h2>{t.sites.emptyTitle}</h2>
              <p>{t.sites.empty}</p>
              <AddSite onAdded={open} />
            </section>
          ) : (
            <>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t.sites.site}</th>
                    <th scope="col">{t.sites.lastScan}</th>
                  </tr>
                </thead>
                <tbody>
                  {data.map((site) => (
                    <tr key={site.id}>
                      <th scope="row">
                        <a href={appHref(`s/${site.id}`)}>
                          <bdi>{site.domain}</bdi>
                        </a>
                      </th>
                      <td class="quiet">
                        <Ago when={site.lastScan?.finishedAt ?? null} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <section>
                <h2>{t.sites.add}</h2>
                <AddSite onAdded={open} />
              </section>
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}
