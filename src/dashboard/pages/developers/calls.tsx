import type { JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { Choice } from '../../parts/choice.tsx'
import { CsvLink } from '../../parts/csv-link.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { appHref, usePlace } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { useData } from '../../use-data.ts'
import { useRows } from '../../use-rows.ts'
import { askedCalls, CallFilters } from './call-filters.tsx'
import { DeveloperTabs } from './developer-tabs.tsx'

type Call = Answer<'GET /org/assistant-calls'>['data'][number]

const OUTCOMES = ['ok', 'refused', 'failed'] as const

/** Shows the calls of assistants: who asked, with which tool, about which site, and with which outcome. */
export function CallsPage(): JSX.Element {
  const { query } = usePlace()
  const asked = askedCalls(query)
  const calls = useRows('GET /org/assistant-calls', { query: { ...asked, limit: 50 } })
  return (
    <>
      <PageHead title={t.developers.title} />
      <DeveloperTabs />
      <section aria-label={t.developers.calls}>
        <div class="title">
          <p class="note">{t.calls.lead}</p>
          <Choice
            name="outcome"
            chosen={asked.outcomeClass ?? ''}
            options={[
              { value: '', label: t.calls.outcomes.all },
              ...OUTCOMES.map((value) => ({ value, label: t.calls.outcomes[value] })),
            ]}
          />
          <span class="acts">
            <CsvLink route="GET /org/assistant-calls" input={{ query: asked }} />
          </span>
        </div>
        <CallFilters query={query} />
        <WhenLoaded of={calls} rows={6}>
          {() =>
            calls.rows.length > 0 ? (
              <CallTable calls={calls.rows} />
            ) : Object.keys(asked).length > 0 ? (
              <p class="note">{t.calls.noneOfThese}</p>
            ) : (
              <NoCalls />
            )
          }
        </WhenLoaded>
        <MoreRows of={calls} name={t.calls.more} />
      </section>
    </>
  )
}

function NoCalls(): JSX.Element {
  return (
    <p>
      {t.calls.none} <a href={appHref('connect')}>{t.calls.connect}</a>
    </p>
  )
}

function CallTable({ calls }: { calls: readonly Call[] }): JSX.Element {
  const sites = useData('GET /sites', { query: { limit: 100 } })
  const nameOf = (siteId: string | null): string =>
    sites.answer?.data.find(({ id }) => id === siteId)?.name ?? siteId ?? '–'
  return (
    <table class="fold">
      <thead>
        <tr>
          <th scope="col">{t.calls.when}</th>
          <th scope="col">{t.calls.who}</th>
          <th scope="col">{t.calls.asked}</th>
          <th scope="col">{t.calls.site}</th>
          <th scope="col" class="num">
            {t.calls.rows}
          </th>
          <th scope="col" class="num">
            {t.calls.took}
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call, i) => (
          <tr key={`${call.at}-${i}`}>
            <td class="when">
              <Ago when={call.at} />
            </td>
            <td>
              <bdi>{call.keyName ?? t.connect.names[call.client] ?? call.client}</bdi>
            </td>
            <td class="full">
              <code>{call.tool}</code>{' '}
              {call.outcome !== 'ok' && <code class="down">{call.outcome}</code>}
            </td>
            <td class="quiet">
              <bdi>{nameOf(call.siteId)}</bdi>
            </td>
            <td class="num">{call.rows === null ? '–' : formatNumber(call.rows)}</td>
            <td class="num">{t.calls.ms(formatNumber(Math.ceil(call.milliseconds)))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
