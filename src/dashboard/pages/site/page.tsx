import type { ComponentChildren, JSX } from 'preact'
import type { Answer } from '../../../../examples/client/citable.ts'
import { formatNumber, formatPoints, languageName } from '../../formats.ts'
import { Ago } from '../../parts/ago.tsx'
import { WhenLoaded } from '../../parts/loaded.tsx'
import { OfSite } from '../../parts/of-site.tsx'
import { OuterLink } from '../../parts/outer-link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { faultWords } from '../../parts/repairs.tsx'
import { appHref } from '../../router.ts'
import { t } from '../../texts/index.ts'
import { wordOf } from '../../texts/word-of.ts'
import { useData } from '../../use-data.ts'
import type { PageProps } from '../page-entry.ts'

type Page = Answer<'GET /pages/{siteId}/{pageId}'>['data']

/** Shows one page of a site: the facts that scans read of it, and what is to be mended. */
export function SitePagePage({ params }: PageProps): JSX.Element {
  const { siteId = '', pageId = '' } = params
  const page = useData('GET /pages/{siteId}/{pageId}', { path: { siteId, pageId } })
  const read = page.answer?.data
  return (
    <>
      <PageHead
        title={t.pages.one}
        of={<OfSite siteId={siteId} />}
        lead={read && <bdi>{read.title ?? read.path}</bdi>}
        note={read && <OuterLink url={read.url} />}
      />
      <WhenLoaded of={page} rows={8}>
        {({ data }) => (
          <>
            <Facts page={data} />
            <p class="foot">
              <a href={appHref(`s/${siteId}/questions?page=${encodeURIComponent(data.path)}`)}>
                {t.pages.toQuestions}
              </a>
              <a href={appHref(`s/${siteId}/pages`)}>{t.pages.all}</a>
            </p>
            <Checks page={data} />
            <Issues page={data} />
            <Record page={data} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

function Facts({ page }: { page: Page }): JSX.Element {
  const robots = [...page.robots.meta, ...page.robots.header].join(', ')
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    [t.pages.state, t.pages.states[page.state]],
    [t.pages.type, page.type && t.pages.types[page.type]],
    [t.pages.score, numberOf(page.score)],
    [t.pages.status, page.httpStatus],
    [t.pages.language, page.language && languageName(page.language)],
    [t.pages.words, numberOf(page.wordCount)],
    [t.pages.indexable, page.indexable !== null && (page.indexable ? t.pages.yes : t.pages.no)],
    [t.pages.author, bdiOf(page.author)],
    [t.pages.published, bdiOf(page.publishedAt)],
    [t.pages.modified, bdiOf(page.modifiedAt)],
    [t.pages.scanned, page.lastScannedAt && <Ago when={page.lastScannedAt} />],
    [t.pages.changed, page.lastChangedAt && <Ago when={page.lastChangedAt} />],
    [t.pages.firstSeen, <Ago when={page.firstSeenAt} />],
    [t.pages.data, bdiOf(page.schemaTypes.join(', '))],
    [t.pages.robots, bdiOf(robots)],
    [t.pages.tags, bdiOf(page.tags.join(', '))],
    [t.pages.canonical, page.canonicalUrl && <OuterLink url={page.canonicalUrl} />],
    [t.pages.target, page.targetUrl && <OuterLink url={page.targetUrl} />],
    [t.pages.markdown, page.markdownUrl && <OuterLink url={page.markdownUrl} />],
  ]
  return (
    <dl class="pairs gap">
      {facts.map(
        ([name, value]) =>
          Boolean(value) && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

const numberOf = (value: number | null): string | null =>
  value === null ? null : formatNumber(value)

/** Shows a text that the page says about itself, so that its direction does not change the text around it. */
const bdiOf = (text: string | null): ComponentChildren => text && <bdi>{text}</bdi>

function Checks({ page }: { page: Page }): JSX.Element {
  return (
    <section>
      <div class="title">
        <h2>{t.pages.checks}</h2>
      </div>
      {page.score === null && <p class="note">{t.pages.noScore}</p>}
      {page.caps.map((cap) => (
        <div key={cap} class="notice bad">
          <p>
            {t.pages.limited} {wordOf(t.pages.caps, cap) ?? cap}
          </p>
        </div>
      ))}
      {page.score !== null && page.checks.length === 0 && <p>{t.score.nothing}</p>}
      <ol class="rows">
        {page.checks.map((check) => (
          <li key={check.id}>
            <span class="points up" title={t.score.wouldBring}>
              +{formatPoints(check.lostPoints)}
            </span>
            <div class="repair">
              <h3>{faultWords(check)}</h3>
              {check.evidence !== undefined && (
                <p class="quiet" lang="en">
                  <bdi>{check.evidence}</bdi>
                </p>
              )}
              <p lang="en">{check.fix}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Issues({ page }: { page: Page }): JSX.Element {
  return (
    <section>
      <div class="title">
        <h2>{t.pages.issues}</h2>
      </div>
      {page.issues.length === 0 && <p class="note">{t.pages.noIssues}</p>}
      <ul>
        {page.issues.map((issue) => (
          <li key={issue}>{wordOf(t.pages.issueNames, issue) ?? issue}</li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the words that a scan kept of the page, which assistants are given. */
function Record({ page }: { page: Page }): JSX.Element {
  return (
    <section>
      <div class="title">
        <h2>{t.pages.record}</h2>
      </div>
      <h3>{t.pages.description}</h3>
      <p>{page.description === null ? t.pages.noDescription : <bdi>{page.description}</bdi>}</p>
      {page.summary !== null && (
        <div class="gap">
          <h3>{t.pages.summary}</h3>
          <p>
            <bdi>{page.summary}</bdi>
          </p>
        </div>
      )}
      {page.headings.length > 0 && (
        <div class="gap">
          <h3>{t.pages.headings}</h3>
          <ul>
            {page.headings.map(({ level, text }, i) => (
              <li key={i}>
                <span class="quiet">{level}</span> <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {page.keyphrases.length > 0 && (
        <div class="gap">
          <h3>{t.pages.phrases}</h3>
          <ul class="tools">
            {page.keyphrases.map(({ text }) => (
              <li key={text}>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
