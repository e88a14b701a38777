import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { CitableError, type Answer } from '../../../../examples/client/citable.ts'
import { Conflict } from '../../parts/conflict.tsx'
import { Fault } from '../../parts/fault.tsx'
import { call } from '../../request.ts'
import { useMay } from '../../rights.ts'
import { t } from '../../texts/index.ts'
import { useForm } from '../../use-form.ts'

interface Props {
  site: Answer<'GET /sites/{id}'>['data']
  onChanged: () => void
}

/** Says that the site keeps no questions, or only their topics, and lets people who may do so change that. */
export function QuestionMode({ site, onChanged }: Props): JSX.Element {
  const may = useMay()
  const isOff = site.privacy.questions === 'off'
  return (
    <div class="notice care">
      <p>
        <strong>{isOff ? t.questions.offTitle : t.questions.topicsOnlyTitle}</strong>
      </p>
      <p>{isOff ? t.questions.off : t.questions.topicsOnly}</p>
      {may('PUT /sites/{id}') ? (
        <div class="tools">
          <Keep site={site} mode="full" name={t.questions.keepFull} onChanged={onChanged} />
          {isOff && (
            <Keep
              site={site}
              mode="topic_only"
              name={t.questions.keepTopics}
              onChanged={onChanged}
            />
          )}
        </div>
      ) : (
        <p>{t.questions.whoMay}</p>
      )}
    </div>
  )
}

function Keep(props: Props & { mode: 'full' | 'topic_only'; name: string }): JSX.Element {
  const { site, mode, name, onChanged } = props
  const path = { id: site.id }
  const [theirs, setTheirs] = useState<Props['site'] | undefined>()
  const send = async (version: number): Promise<void> => {
    try {
      const headers = { 'If-Match': `"${version}"` }
      await call('PUT /sites/{id}', { path, headers, body: { privacy: { questions: mode } } })
      onChanged()
    } catch (error) {
      if (!(error instanceof CitableError) || error.status !== 412) throw error
      setTheirs((await call('GET /sites/{id}', { path })).data)
    }
  }
  const form = useForm([], () => send(site.version))
  if (theirs) {
    return (
      <Conflict
        theirs={t.firstRun.keeps[theirs.privacy.questions]}
        yours={t.firstRun.keeps[mode]}
        onTake={() => {
          setTheirs(undefined)
          onChanged()
        }}
        overwrite={() => send(theirs.version)}
      />
    )
  }
  return (
    <form onSubmit={form.onSubmit}>
      <Fault error={form.error} retry={onChanged} />
      <button disabled={form.isBusy}>{name}</button>
    </form>
  )
}
