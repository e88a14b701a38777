import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Notes } from '../../parts/notes.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { faultWords } from '../../parts/repairs.tsx'
import { fieldOf, ToolField, ToolSelect } from '../../parts/tool-fields.tsx'
import { appHref, changeQuery, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { wordOf } from '../../texts/word-of.ts'
import { useRows } from '../../use-rows.ts'
import type { PageProps } from '../page-entry.ts'
import { readPageFilters, type PageFilters } from './page-filters.ts'

type Page = Answer<'GET /pages/{siteId}'>['data'][number]

/** Lists the pages of a site by their questions or their score. */
export function SitePagesPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const filters = readPageFilters(usePlace().query)
  const pages = useRows('GET /pages/{siteId}', {
    path: { siteId },
    query: { ...filters, limit: 50 },
  })
  return (
    <>
      <PageHead title={t.pages.title} of={<OfSite siteId={siteId} />} note={t.pages.lead}>
        <Filters filters={filters} />
      </PageHead>
      <ShownFilters filters={filters} />
      <section>
        <WhenLoaded of={pages} rows={10}>
          {({ meta }) => (
            <>
              <Notes notes={meta.notes} />
              {pages.rows.length === 0 ? (
                <div class="empty">
                  <p>{t.pages.none}</p>
                  <p>
                    {t.pages.noneNext} <a href={appHref(`s/${siteId}/scans`)}>{t.pages.toScans}</a>
                  </p>
                </div>
              ) : (
                <PageTable siteId={siteId} pages={pages.rows} />
              )}
            </>
          )}
        </WhenLoaded>
        <MoreRows of={pages} name={t.pages.more} />
      </section>
    </>
  )
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

function Filters({ filters }: { filters: PageFilters }): JSX.Element {
  const any = { value: '' }
  return (
    <form
      class="tools"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        changeQuery({ query: fieldOf(event.currentTarget, 'query') })
      }}
    >
      <ToolField
        label={t.pages.search}
        name="query"
        type="search"
        value={filters.query ?? ''}
        maxLength={200}
      />
      <ToolSelect
        label={t.pages.state}
        value={filters.state ?? ''}
        options={[{ ...any, label: t.pages.anyState }, ...optionsOf(t.pages.states)]}
        onValue={(value) => changeQuery({ state: value || undefined })}
      />
      <ToolSelect
        label={t.pages.type}
        value={filters.type ?? ''}
        options={[{ ...any, label: t.pages.anyType }, ...optionsOf(t.pages.types)]}
        onValue={(value) => changeQuery({ type: value || undefined })}
      />
      <ToolSelect
        label={t.pages.sort}
        value={filters.sort}
        options={optionsOf(t.pages.sorts)}
        onValue={(value) => changeQuery({ sort: value })}
      />
    </form>
  )
}

/** Shows the filters with which other pages lead here, each as a button that takes the filter away. */
function ShownFilters({
  filters: { finding, path },
}: {
  filters: PageFilters
}): JSX.Element | null {
  const shown = [
    { name: 'finding', words: t.pages.finding, value: finding, said: findingWords(finding) },
    { name: 'path', words: t.pages.path, value: path, said: path },
  ].filter(({ value }) => value !== undefined)
  if (shown.length === 0) return null
  return (
    <div class="tools">
      {shown.map(({ name, words, said }) => (
        <button
          key={name}
          type="button"
          aria-label={t.pages.away(`${words} ${said ?? ''}`)}
          onClick={() => changeQuery({ [name]: undefined })}
        >
          {words}: <bdi>{said}</bdi> <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  )
}

const findingWords = (finding: string | undefined): string | undefined =>
  finding === undefined
    ? undefined
    : (wordOf(t.pages.issueNames, finding) ?? faultWords({ id: finding }))

function PageTable({ siteId, pages }: { siteId: string; pages: readonly Page[] }): JSX.Element {
  return (
    <table class="names">
      <thead>
        <tr>
          <th scope="col">{t.pages.page}</th>
          <th scope="col" class="wide">
            {t.pages.state}
          </th>
          <th scope="col" class="wide">
            {t.pages.type}
          </th>
          <th scope="col" class="num" title={t.pages.questionsNote}>
            {t.pages.questions}
          </th>
          <th scope="col" class="num">
            {t.pages.score}
          </th>
          <th scope="col" class="num wide">
            {t.pages.changed}
          </th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <tr key={page.id}>
            <th scope="row">
              <a href={appHref(`s/${siteId}/pages/${page.id}`)}>
                <bdi>{page.title ?? page.path}</bdi>
              </a>
              <small>
                <bdi>{page.path}</bdi>
              </small>
            </th>
            <td class={page.state === 'error' ? 'down wide' : 'quiet wide'}>
              {t.pages.states[page.state]}
            </td>
            <td class="quiet wide">{page.type && t.pages.types[page.type]}</td>
            <td class="num">{page.questions28d !== null && formatNumber(page.questions28d)}</td>
            <td class="num">{page.score !== null && formatNumber(page.score)}</td>
            <td class="num when wide">
              <Ago when={page.lastChangedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
