import { API_BASE } from '../../../kernel/door/surface.ts'
import { escapeHtml } from '../../../lib/web/escape-html.ts'
import {
  lastsChoice,
  organizationChoice,
  scopesChoice,
  sitesChoice,
  wordsChoice,
} from './consent-choices.ts'
import type { ConsentView } from './consent-view.ts'
import { foreignText, hostLine, hostText, ownName } from './foreign-text.ts'
import { describedByError, errorNotice, framedPage } from './page-frame.ts'

export type { ConsentView } from './consent-view.ts'

/**
 * Makes the page on which a person says what a client may read. Its forms post `request` and `do` to `/authorize`; with
 * `allow` and `organization` also `organization`, `sites` (`all` or `chosen`), `site`, `scope`, `words` and `lasts`.
 */
export function consentPage(view: ConsentView): string {
  const { client, error } = view
  const host = hostLine(client.host)
  return framedPage({
    title: error === undefined ? `${host} asks to read from your sites` : `${host} cannot read yet`,
    main: [
      headOf(client),
      client.isLoopback ? LOOPBACK : '',
      errorNotice(error, true),
      factsOf(view),
      formOf(view),
    ].join('\n'),
  })
}

type Client = ConsentView['client']

/**
 * Makes the beginning of the page, which names the client. Its host comes first: only the host is known for sure, and
 * the name is the client's own claim.
 */
function headOf(client: Client): string {
  const says = client.isLoopback
    ? 'is this computer: a program on it asks to read from your sites'
    : 'asks to read from your sites'
  return [
    `<h1 id="asks"><span class="host">${hostText(client.host)}</span> <span class="says">${says}</span></h1>`,
    `<p>${originOf(client)}</p>`,
  ].join('\n')
}

function originOf({ name, host, documentHost, isLoopback }: Client): string {
  const own = ownName(name)
  const called = own === undefined ? 'It gives no name' : `It calls itself ${own}`
  const unproven = own === undefined ? called : `${called}, which Citable has not checked`
  if (documentHost === null) {
    return isLoopback ? `${unproven}.` : `${unproven}. Only the address above says who it is.`
  }
  const source = `${own === undefined ? 'its description' : 'that name'} comes from <b class="host">${hostText(documentHost)}</b>`
  if (isLoopback) return `${called}; ${source}, but any program on this computer could use it.`
  return documentHost === host
    ? `${called}; ${source} itself.`
    : `${unproven}; ${source}, not from the address above.`
}

const LOOPBACK = [
  '<div class="notice"><b>Only go on if you just started this yourself.</b>',
  'What you allow goes to a program on this computer, and Citable cannot tell which.</div>',
].join(' ')

const ABOUT_BY_PATH: ReadonlyMap<string, string> = new Map([
  ['/mcp', 'pages, prompts, questions and numbers'],
  ['/mcp/publisher', 'pages, prompts and questions'],
  ['/mcp/data', 'numbers'],
])

function factsOf({ requestId, person, resource, organizations }: ConsentView): string {
  const [first, second] = organizations
  const about = ABOUT_BY_PATH.get(resource.path)
  const address = [
    `<code>${foreignText(resource.path)}</code>`,
    about === undefined ? '' : `: ${about}`,
    resource.site === null ? '' : ` of ${foreignText(resource.site)} alone`,
  ].join('')
  return [
    '<dl class="facts">',
    `<div><dt>You are</dt><dd><form method="post" action="/authorize">${hidden('request', requestId)}`,
    `${foreignText(person.email)}<button class="plain" name="do" value="leave">Use another account</button></form></dd></div>`,
    first && !second ? `<div><dt>Organization</dt><dd>${foreignText(first.name)}</dd></div>` : '',
    `<div><dt>It connects to</dt><dd>${address}</dd></div>`,
    '</dl>',
  ].join('\n')
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`

function formOf(view: ConsentView): string {
  const { requestId, error, client } = view
  const chosen = view.organizations.find(({ isChosen, refusal }) => isChosen && refusal === null)
  const described = describedByError(error)
  return [
    `<form method="post" action="/authorize" aria-labelledby="asks"${described}>`,
    // Enter on a choice presses the first button of a form; this button only shows the page again, so that Enter cannot
    // allow anything.
    '<button hidden name="do" value="organization"></button>',
    hidden('request', requestId),
    organizationChoice(view.organizations),
    chosen ? restOf(view, foreignText(chosen.name)) : '',
    '<div class="acts">',
    chosen ? `<button class="main" name="do" value="allow"${described}>Let it read</button>` : '',
    '<button name="do" value="deny">Refuse</button></div>',
    `<p class="note">Either way you are led back to <b class="host">${hostText(client.host)}</b>.</p>`,
    '</form>',
  ].join('\n')
}

const restOf = (view: ConsentView, organization: string): string =>
  [
    '<div class="rest">',
    sitesChoice(view),
    scopesChoice(view.scopes),
    wordsChoice(view.words),
    lastsChoice(view.lasts),
    '<section><h2>What it can never do</h2>',
    '<p>It only reads. It cannot change, publish or delete anything, and it sees no password and no key.</p></section>',
    '<section><h2>How it ends</h2>',
    '<p>By itself after the time above, and when you leave the organization. To end it at once, look it up with',
    `<code>GET ${API_BASE}/auth/grants</code> and send <code>DELETE ${API_BASE}/auth/grants/ID</code>.`,
    `Admins of ${organization} see it in the list of keys, and can narrow or end it.</p></section>`,
    '</div>',
  ].join('\n')
