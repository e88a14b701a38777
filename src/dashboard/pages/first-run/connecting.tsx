import type { JSX } from 'preact'
import { ConnectAssistant } from '../../parts/connect-assistant.tsx'
import { FirstHead } from '../../parts/first-head.tsx'
import { Steps } from '../../parts/steps.tsx'
import { appHref } from '../../router.ts'
import { t } from '../../texts/index.ts'
import type { PageProps } from '../page-entry.ts'

/** Shows the last step of the first run, which connects an assistant that asks for the numbers. */
export function ConnectingPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  return (
    <>
      <Steps current={4} siteId={siteId} />
      <FirstHead title={t.firstRun.connectTitle} lead={t.firstRun.connectLead} />
      <ConnectAssistant />
      <div class="foot">
        <a href={appHref(`s/${siteId}`)}>{t.firstRun.later}</a>
      </div>
    </>
  )
}
