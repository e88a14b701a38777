import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Ago } from '../../parts/ago.tsx'
import { CopyBox } from '../../parts/copy-box.tsx'
import { Select } from '../../parts/field.tsx'
import { InstallTag, useInstall, type Install } from '../../parts/install-tag.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { t } from '../../texts/index.ts'
import type { PageProps } from '../page-entry.ts'

/** Shows the widget of a site: its tag, whether it was seen, and how it is put onto pages. */
export function WidgetPage({ params }: PageProps): JSX.Element {
  const siteId = params['siteId'] ?? ''
  const install = useInstall(siteId)
  const seen = install.answer?.data.install
  return (
    <>
      <PageHead
        title={t.widget.title}
        of={<OfSite siteId={siteId} />}
        lead={seen && t.widget.lead[seen.status]}
        note={
          <>
            {t.widget.note}{' '}
            {seen && seen.firstSeenAt !== null && (
              <>
                {t.widget.firstSeen} <Ago when={seen.firstSeenAt} />.
              </>
            )}
          </>
        }
      />
      <WhenLoaded of={install} rows={6}>
        {({ data }) => (
          <>
            <section>
              <div class="title">
                <h2>{t.widget.tag}</h2>
              </div>
              <InstallTag siteId={siteId} install={install} />
            </section>
            <Ways data={data} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

/** Shows the ways to put the widget onto pages, in few words; the texts are those of the server. */
export function Ways({ data }: { data: Install['data'] }): JSX.Element {
  const [way, setWay] = useState<string>('html')
  const recipe = data.recipes.find(({ id }) => id === way)
  return (
    <>
      <section>
        <div class="title">
          <h2>{t.widget.ways}</h2>
        </div>
        <div class="narrow">
          <Select
            label={t.widget.way}
            value={way}
            options={data.recipes.map(({ id, label }) => ({ value: id, label }))}
            onValue={setWay}
          />
        </div>
        {recipe && (
          <>
            <p>
              {t.widget.hints[recipe.id]} {t.widget.where} <code lang="en">{recipe.file}</code>.
            </p>
            <CopyBox text={recipe.text} label={t.widget.recipe} />
          </>
        )}
        <p class="note">{t.widget.tagManager}</p>
      </section>
      <section>
        <div class="title">
          <h2>{t.widget.csp}</h2>
        </div>
        <p>{t.widget.cspNote}</p>
        <CopyBox text={data.csp.map(({ line }) => line).join('\n')} label={t.widget.cspLabel} />
      </section>
      <section>
        <div class="title">
          <h2>{t.widget.pinned}</h2>
        </div>
        <p>{t.widget.pinnedNote}</p>
        <CopyBox text={data.pinned.tag} label={t.widget.pinnedLabel} />
      </section>
    </>
  )
}
