type Fields = Readonly<Record<string, unknown>>

/** Asks the data server of a running service as an assistant would: with plain requests of the 2025 revisions. */
export function dataClient(url: string, key: string) {
  let id = 0
  const ask = async (method: string, params: Fields): Promise<Fields> => {
    const response = await fetch(`${url}/mcp/data`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method}: ${response.status} ${text}`)
    // @NOTE a result or an error, as JSON-RPC says.
    const { result, error } = JSON.parse(text) as { result?: Fields; error?: unknown }
    if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }
  return {
    call: ({ tool, args }: { tool: string; args: Fields }) =>
      ask('tools/call', { name: tool, arguments: args }),
    /** Reads the page of the app, as a host does for a tool that names it. */
    async readApp(): Promise<string> {
      // @NOTE of these forms by the specification of the protocol.
      const { tools } = (await ask('tools/list', {})) as {
        tools: { _meta?: { ui?: { resourceUri?: string } } }[]
      }
      const uri = tools.flatMap(({ _meta }) => _meta?.ui?.resourceUri ?? [])[0]
      if (uri === undefined) throw new Error('No tool of this server has an app')
      const { contents } = (await ask('resources/read', { uri })) as {
        contents: { text: string }[]
      }
      return contents.map(({ text }) => text).join('')
    },
  }
}
