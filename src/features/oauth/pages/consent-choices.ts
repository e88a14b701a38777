import { API_BASE } from '../../../kernel/door/surface.ts'
import { escapeHtml } from '../../../lib/web/escape-html.ts'
import { pluralize } from '../../../lib/text/pluralize.ts'
import type { ConsentView } from './consent-view.ts'
import { foreignSentence, foreignText } from './foreign-text.ts'
import { scopeSentence } from './scope-sentences.ts'

interface Choice {
  type: 'checkbox' | 'radio'
  name: string
  value: string
  isTicked: boolean
  /** The words of the choice, as HTML. */
  label: string
  isRefused?: boolean
  /** The CSS class of the control. */
  className?: string
}

/** Makes the HTML of a choice. The whole line is the label, so all of it can be pressed. */
const choiceLine = ({ type, name, value, isTicked, label, isRefused, className }: Choice): string =>
  [
    `<label class="row"><input type="${type}" name="${name}" value="${escapeHtml(value)}"`,
    className === undefined ? '' : ` class="${className}"`,
    isTicked ? ' checked' : '',
    isRefused === true ? ' disabled' : '',
    `><span>${label}</span></label>`,
  ].join('')

function group(legend: string, lines: readonly string[], className?: string): string {
  const named = className === undefined ? '' : ` class="${className}"`
  return [`<fieldset${named}><legend>${legend}</legend>`, ...lines, '</fieldset>'].join('\n')
}

/**
 * Makes the HTML by which a person chooses an organization. A single one needs no choice; where it is refused, the
 * reason is shown in its place.
 */
export function organizationChoice(organizations: ConsentView['organizations']): string {
  const [first, second] = organizations
  if (!first)
    return '<p class="notice bad">You are in no organization, so there is nothing to read.</p>'
  if (!second) {
    return first.refusal === null
      ? `<input type="hidden" name="organization" value="${escapeHtml(first.id)}">`
      : `<p class="notice bad">${foreignSentence(first.refusal)}</p>`
  }
  const lines = organizations.map(({ id, name, isChosen, refusal }) =>
    choiceLine({
      type: 'radio',
      name: 'organization',
      value: id,
      isTicked: isChosen && refusal === null,
      isRefused: refusal !== null,
      label: `${foreignText(name)}${refusal === null ? '' : `<small>${foreignSentence(refusal)}</small>`}`,
      ...(isChosen && { className: 'shown' }),
    }),
  )
  const button = '<button name="do" value="organization">Show its sites</button>'
  return group('Which organization?', [...lines, button], 'organizations')
}

export function sitesChoice(view: ConsentView): string {
  const { resource, sites, sitesLeftOut, allSites } = view
  if (resource.site !== null) return boundSites(sites)
  const some = sites.map(({ id, domain, isTicked }) =>
    choiceLine({ type: 'checkbox', name: 'site', value: id, isTicked, label: foreignText(domain) }),
  )
  const left = pluralize(sitesLeftOut, 'more site')
  const others = `<p class="note">${left} ${sitesLeftOut === 1 ? 'is' : 'are'} not listed here; <code>PUT ${API_BASE}/auth/grants/ID</code> adds them later.</p>`
  const radio = { type: 'radio', name: 'sites' } as const
  return group(
    'Which sites?',
    [
      choiceLine({
        ...radio,
        value: 'all',
        isTicked: allSites,
        label: 'All of them, and those that are added later',
      }),
      choiceLine({
        ...radio,
        value: 'chosen',
        isTicked: !allSites,
        label: some.length > 0 ? 'Only some of them' : 'Only some of them; there are none yet',
      }),
      '<div class="some" role="group" aria-label="Sites">',
      ...some,
      sitesLeftOut > 0 ? others : '',
      '</div>',
    ],
    'sites',
  )
}

/** Makes the HTML that shows the site of an address for one site, where there is nothing to choose. */
const boundSites = (sites: ConsentView['sites']): string =>
  [
    '<section><h2>Which site?</h2>',
    '<input type="hidden" name="sites" value="chosen">',
    ...sites.map(
      ({ id, domain }) =>
        `<input type="hidden" name="site" value="${escapeHtml(id)}"><p>${foreignText(domain)}, and no other: the address is for this site.</p>`,
    ),
    '</section>',
  ].join('\n')

/** Makes the HTML by which a person chooses scopes. A scope that writes is never granted, so it has no line. */
export function scopesChoice(scopes: ConsentView['scopes']): string {
  const lines = scopes.flatMap(({ scope, isTicked }) => {
    const label = scopeSentence(scope)
    if (label === undefined) return []
    // The first word is bold, since people look for it.
    const line = label.replace(/^[^:]+/, '<b>$&</b>')
    return choiceLine({ type: 'checkbox', name: 'scope', value: scope, isTicked, label: line })
  })
  return group('What may it read?', lines)
}

export function wordsChoice({ isOffered, isTicked }: ConsentView['words']): string {
  if (!isOffered) {
    return '<section><h2>What readers wrote</h2><p>It gets no question that a reader typed.</p></section>'
  }
  const label =
    'The questions that they typed, word for word.<small>Without this it gets how many there are, and topics that at least five people asked about.</small>'
  const line = choiceLine({ type: 'checkbox', name: 'words', value: '1', isTicked, label })
  return group('What readers wrote', [line])
}

const LASTS = { day: 'For a day', month: 'For 30 days', idle: 'Until it is unused for 90 days' }

export function lastsChoice(lasts: ConsentView['lasts']): string {
  const lines = Object.entries(LASTS).map(([value, label]) =>
    choiceLine({ type: 'radio', name: 'lasts', value, isTicked: value === lasts, label }),
  )
  return group('For how long?', lines)
}
