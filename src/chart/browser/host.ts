import { isFields } from '../model/is-fields.ts'

/** The events of a conversation with the host that this app acts on. */
export interface HostEvents {
  /** Is called when the host has answered the greeting, so that it now hears what is sent to it. */
  greeted(): void
  /** Is called with what the host says of itself; after the first time, with only what changed. */
  context(context: Readonly<Record<string, unknown>>): void
  /** Is called when a tool was called and its answer is still to come. */
  asked(): void
  result(result: unknown): void
  cancelled(): void
}

interface Host {
  sizeChanged(size: { width: number; height: number }): void
}

/** MCP Apps, https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx */
const PROTOCOL_VERSION = '2026-01-26'
const INITIALIZE_ID = 1
const METHOD_NOT_FOUND = { code: -32_601, message: 'This app has no such method' }

/** Greets the host of this frame, and reports its messages as `events`. Messages of any other window are ignored. */
export function connectHost(events: HostEvents): Host {
  const host = window.parent
  const send = (message: Readonly<Record<string, unknown>>): void => {
    // @NOTE the app does not learn its host's origin; it sends sizes, and nothing that it has received.
    host.postMessage({ jsonrpc: '2.0', ...message }, '*')
  }
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== host || source === window || !isFields(data) || data['jsonrpc'] !== '2.0') return
    const { id, method, params, result } = data
    if (typeof method === 'string') {
      receive(method, isFields(params) ? params : {}, events)
      if (id !== undefined) send({ id, ...answerTo(method) })
      return
    }
    if (id !== INITIALIZE_ID || !isFields(result)) return
    if (isFields(result['hostContext'])) events.context(result['hostContext'])
    send({ method: 'ui/notifications/initialized', params: {} })
    events.greeted()
  })
  send({
    id: INITIALIZE_ID,
    method: 'ui/initialize',
    params: {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: 'citable-chart', version: '1.0.0' },
      appCapabilities: { availableDisplayModes: ['inline'] },
    },
  })
  return {
    sizeChanged: (params) => send({ method: 'ui/notifications/size-changed', params }),
  }
}

function receive(
  method: string,
  params: Readonly<Record<string, unknown>>,
  events: HostEvents,
): void {
  switch (method) {
    case 'ui/notifications/host-context-changed':
      return events.context(params)
    case 'ui/notifications/tool-input':
      return events.asked()
    case 'ui/notifications/tool-result':
      return events.result(params)
    case 'ui/notifications/tool-cancelled':
      return events.cancelled()
    default:
  }
}

/**
 * Returns the answer to a request of the host. There is nothing to put away at the end, so both requests that a host
 * may send are granted at once.
 */
const answerTo = (method: string) =>
  method === 'ping' || method === 'ui/resource-teardown'
    ? { result: {} }
    : { error: METHOD_NOT_FOUND }
