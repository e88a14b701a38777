import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { engineLabel } from '../../engine-label.ts'
import { formatNumber } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { Choice } from '../../parts/choice.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useRows } from '../../use-rows.ts'
import type { PageProps } from '../page-entry.ts'

type Check = Answer<'GET /citations/{siteId}/checks'>['data'][number]

const CITED = { '': {}, yes: { cited: true }, no: { cited: false } } as const

/** Shows each answer of an engine that was checked: whether it cites the site, and at which place. */
export function CitationsPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const { query } = usePlace()
  const chosen = query.get('cited')
  const cited = chosen === 'yes' || chosen === 'no' ? chosen : ''
  const range = query.get('range') ?? '28d'
  const asked = { range, ...CITED[cited] }
  const path = { siteId }
  const checks = useRows('GET /citations/{siteId}/checks', {
    path,
    query: { ...asked, limit: 50 },
  })
  return (
    <>
      <PageHead
        title={t.citations.checks}
        of={<OfSite siteId={siteId} />}
        note={t.citations.checksLead}
      />
      <section aria-label={t.citations.checks}>
        <div class="title">
          <Choice
            name="cited"
            chosen={cited}
            options={[
              { value: '', label: t.citations.all },
              { value: 'yes', label: t.citations.onlyCited },
              { value: 'no', label: t.citations.onlyOthers },
            ]}
          />
          <Choice
            name="range"
            chosen={range}
            options={['28d', '90d', 'all'].map((value) => ({
              value,
              label: t.overview.ranges[value] ?? value,
            }))}
          />
          <span class="acts">
            <CsvLink route="GET /citations/{siteId}/checks" input={{ path, query: asked }} />
          </span>
        </div>
        <WhenLoaded of={checks} rows={6}>
          {() =>
            checks.rows.length === 0 ? (
              <p class="note">
                {t.citations.none} {t.citations.how}
              </p>
            ) : (
              <CheckTable checks={checks.rows} />
            )
          }
        </WhenLoaded>
        <MoreRows of={checks} name={t.citations.more} />
      </section>
    </>
  )
}

function CheckTable({ checks }: { checks: readonly Check[] }): JSX.Element {
  return (
    <table class="fold">
      <thead>
        <tr>
          <th scope="col">{t.citations.query}</th>
          <th scope="col">{t.citations.engine}</th>
          <th scope="col">{t.citations.cited}</th>
          <th scope="col">{t.citations.state}</th>
          <th scope="col">{t.citations.when}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map(({ id, query, engine, access, cited, position, state, at }) => (
          <tr key={id}>
            <th scope="row" class="full">
              <bdi>{query.text}</bdi>
            </th>
            <td>
              <bdi>{engineLabel(engine)}</bdi>{' '}
              <span class="note">{t.citations.accesses[access] ?? access}</span>
            </td>
            <td>
              {state !== 'ok' ? (
                <span class="quiet">{t.citations.unknown}</span>
              ) : cited ? (
                <span class="up">
                  ✓ {t.citations.yes}
                  {position !== null && `, ${t.citations.place(formatNumber(position))}`}
                </span>
              ) : (
                <span class="quiet">{t.citations.no}</span>
              )}
            </td>
            <td class={state === 'ok' ? 'quiet' : 'warn'}>{t.citations.states[state]}</td>
            <td class="when">
              <Ago when={at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
