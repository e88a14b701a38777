import type { JSX } from 'preact'
import { ConnectAssistant } from '../../parts/connect-assistant.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { t } from '../../texts/index.ts'

/** Shows the page that connects an assistant by one paste. */
export function ConnectPage(): JSX.Element {
  return (
    <>
      <PageHead title={t.developers.connect} lead={t.connect.title} note={t.connect.lead} />
      <ConnectAssistant />
    </>
  )
}
