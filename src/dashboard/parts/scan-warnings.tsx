import type { JSX } from 'preact'
import { formatNumber } from '../formats.ts'
import { t } from '../texts/index.ts'
import { wordOf } from '../texts/word-of.ts'
import type { Scan } from '../use-scan.ts'
import { OuterLink } from './outer-link.tsx'

type Result = NonNullable<Scan['result']>

/** Lists the warnings of a scan, each kind explained; null where the scan ended without a result. */
export function ScanWarnings({ scan }: { scan: Scan }): JSX.Element | null {
  const { result, error } = scan
  if (!result) return null
  const { warnings, otherHosts } = result
  if (warnings.length === 0) {
    return error === null ? <p class="note">{t.scans.noWarnings}</p> : null
  }
  return (
    <section aria-label={t.scans.warnings}>
      <div class="title">
        <h2>{t.scans.warnings}</h2>
      </div>
      <ul class="rows">
        {warnings.map(({ code, count, examples = [] }) => (
          <li key={code}>
            <b>{formatNumber(count)}</b>
            <div>
              <p>{reasonWords(code)}</p>
              {examples.length > 0 && (
                <p class="note">
                  {t.scans.example} <OuterLink url={examples[0] ?? ''} />
                </p>
              )}
              {code === 'OTHER_HOST' && <OtherHosts hosts={otherHosts} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OtherHosts({ hosts }: { hosts: Result['otherHosts'] }): JSX.Element {
  return (
    <ul class="note">
      {hosts.map(({ host, links }) => (
        <li key={host}>
          <bdi>{host}</bdi> {t.scans.links(formatNumber(links))}
        </li>
      ))}
    </ul>
  )
}

/** Says what a code of a scan means; returns the code itself where only another release of the server knows it. */
export const reasonWords = (code: string): string => wordOf(t.scans.reasons, code) ?? code
