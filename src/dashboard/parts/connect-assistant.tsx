import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../../examples/client/citable.ts'
import { keepConnectKey, useConnectKey, type ConnectKey } from '../connect-key.ts'
import { call } from '../request.ts'
import { useMay } from '../rights.ts'
import { appHref } from '../router.ts'
import { session } from '../session.ts'
import { t } from '../texts/index.ts'
import { useData } from '../use-data.ts'
import { useForm } from '../use-form.ts'
import { CopyBox } from './copy-box.tsx'
import { Fault } from './fault.tsx'
import { FirstCalls } from './first-calls.tsx'
import { WhenLoaded } from './loaded.tsx'

type Connecting = Answer<'GET /mcp/connect'>['data']
type Client = Connecting['clients'][number]

/** The scopes that an assistant needs to answer questions about the sites: it reads, and changes nothing. */
const SCOPES = [
  'sites:read',
  'analytics:read',
  'prompts:read',
  'citations:read',
  'rules:read',
] as const

/** Shows how to connect an assistant: the text to paste, with a key of its own, and then its first calls. */
export function ConnectAssistant(): JSX.Element {
  const connecting = useData('GET /mcp/connect')
  return (
    <WhenLoaded of={connecting} rows={4}>
      {({ data }) =>
        data.plan.mcp ? (
          <Clients connecting={data} />
        ) : (
          <p class="notice care">
            <bdi lang="en">{data.plan.message ?? t.developers.needsPlan}</bdi>
          </p>
        )
      }
    </WhenLoaded>
  )
}

function Clients({ connecting }: { connecting: Connecting }): JSX.Element {
  const { clients, placeholder } = connecting
  const server = useData('GET /server')
  const [chosen, setChosen] = useState<string>('claude_code')
  const made = useConnectKey()
  const hasOauth = server.answer?.data.features.oauth === true
  const client = clients.find(({ id }) => id === chosen) ?? clients[0]
  if (!client) return <p>{t.developers.needsPlan}</p>
  const reason = reasonAgainst(client, hasOauth)
  return (
    <>
      <div class="views" role="group" aria-label={t.developers.connect}>
        {clients.map((one) => (
          <button
            key={one.id}
            type="button"
            class="plain tab"
            aria-pressed={one.id === client.id}
            onClick={() => setChosen(one.id)}
          >
            {t.connect.names[one.id] ?? one.title}
          </button>
        ))}
      </div>
      {reason === undefined ? (
        <Paste client={client} placeholder={placeholder} made={made} />
      ) : (
        <p class="notice">
          {t.connect.cannot} <bdi>{reason}</bdi>
        </p>
      )}
      <h2 class="gap">{t.connect.thenAsk}</h2>
      <FirstCalls keyId={made?.id} />
    </>
  )
}

/**
 * Says why a client cannot connect to this server; undefined where it can. A client that signs in by the browser needs
 * OAuth, and https as well.
 */
function reasonAgainst({ signsInBy, needs }: Client, hasOauth: boolean): string | undefined {
  if (signsInBy === 'key') return undefined
  if (!hasOauth) return t.connect.noOauth
  return needs.length > 0 ? needs.join(' ') : undefined
}

interface PasteProps {
  client: Client
  placeholder: string
  made: ConnectKey | undefined
}

/** Shows the text to paste, which contains the key once a key was made. */
function Paste({ client, placeholder, made }: PasteProps): JSX.Element {
  const name = t.connect.names[client.id] ?? client.title
  const filled = (text: string): string => (made ? text.replaceAll(placeholder, made.key) : text)
  const { environment, files } = client
  const holdsKey = client.text.includes(placeholder) || environment !== null
  return (
    <section>
      <h2>{t.connect.paste[client.kind]}</h2>
      {files.length > 0 && (
        <p class="note">
          {t.connect.into} <code>{files.map(({ path }) => path).join(', ')}</code>
        </p>
      )}
      <CopyBox text={filled(client.text)} label={name} />
      {environment && (
        <>
          <p class="note">{t.connect.variable}</p>
          <CopyBox
            text={`export ${environment.name}=${filled(environment.value)}`}
            label={environment.name}
          />
        </>
      )}
      {client.signsInBy === 'key' && <KeyOf name={name} made={made} isShown={!holdsKey} />}
    </section>
  )
}

interface KeyOfProps {
  name: string
  made: ConnectKey | undefined
  /** True for a client that asks for the key itself, so that the key is shown. */
  isShown: boolean
}

/** Shows the button that makes the key of a client, and afterwards says where the key is. */
function KeyOf({ name, made, isShown }: KeyOfProps): JSX.Element | null {
  const may = useMay()
  const form = useForm([], async () => {
    const current = session.get()
    const whose = 'me' in current ? ` (${current.me.user.email})` : ''
    const { data } = await call('POST /keys', {
      body: { name: `${name}${whose}`.slice(0, 80), scopes: [...SCOPES] },
    })
    keepConnectKey({ id: data.id, key: data.key ?? '' })
  })
  if (made) {
    return (
      <>
        {isShown && (
          <>
            <p class="note">{t.connect.key}</p>
            <CopyBox text={made.key} label={t.connect.key} />
          </>
        )}
        <p class="note">
          {t.connect.keyNote} <a href={appHref('developers')}>{t.developers.title}</a>.
        </p>
      </>
    )
  }
  if (!may('POST /keys')) return null
  return (
    <form onSubmit={form.onSubmit}>
      <Fault error={form.error} />
      <button class="main" disabled={form.isBusy}>
        {t.connect.withKey}
      </button>
    </form>
  )
}
