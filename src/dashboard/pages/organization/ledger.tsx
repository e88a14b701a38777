import type { JSX } from 'preact'
import { formatNumber } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { t } from '../../texts/index.ts'
import { useRows } from '../../use-rows.ts'

/** Lists the credits that were granted and charged, newest first. */
export function Ledger(): JSX.Element {
  const entries = useRows('GET /credits/ledger', { query: { limit: 25 } })
  return (
    <>
      <h3 class="gap">{t.plan.ledger}</h3>
      <WhenLoaded of={entries}>
        {() =>
          entries.rows.length === 0 ? (
            <p class="note">{t.plan.none}</p>
          ) : (
            <table class="fold">
              <thead>
                <tr>
                  <th scope="col">{t.plan.at}</th>
                  <th scope="col">{t.plan.what}</th>
                  <th scope="col" class="num">
                    {t.plan.amount}
                  </th>
                  <th scope="col" class="num">
                    {t.plan.after}
                  </th>
                </tr>
              </thead>
              <tbody>
                {entries.rows.map(({ id, at, type, reason, amount, balanceAfter, note }) => (
                  <tr key={id}>
                    <td class="when">
                      <Ago when={at} />
                    </td>
                    <td class="full">
                      {t.plan.types[type]}{' '}
                      <span class="note">{t.plan.reasons[reason] ?? reason}</span>{' '}
                      <bdi class="note">{note}</bdi>
                    </td>
                    <td class="num">{formatNumber(amount)}</td>
                    <td class="num">{formatNumber(balanceAfter)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </WhenLoaded>
      <MoreRows of={entries} name={t.plan.more} />
    </>
  )
}
