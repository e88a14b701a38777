import { AnsweringServer } from '../widget/testing/answering-server.ts'

/**
 * A page that opens the address in its query in a window of its own, as assistants in a browser do, and shows what that
 * window reports.
 */
const OPENER = `<!doctype html><html lang="en"><title>Assistant</title><body>
<button>Connect</button><output></output><script>
  let opened
  document.querySelector('button').onclick = () => {
    opened = window.open(new URLSearchParams(location.search).get('to'), 'oauth', 'popup,width=600,height=800')
  }
  window.onmessage = ({ data, source }) => {
    document.querySelector('output').textContent = JSON.stringify({
      heard: data, isOpened: source === opened, isClosed: opened.closed,
    })
  }
</script>`

/** The page that a person is led back to. It reports to the window that opened it, where it still knows one. */
const CALLBACK = `<!doctype html><html lang="en"><title>Connected</title><body><h1>Led back</h1><script>
  opener?.postMessage(location.search, '*')
</script>`

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** The web app of an assistant, which has people led back to it. */
export class AssistantSite implements AsyncDisposable {
  readonly #server: AnsweringServer

  private constructor(server: AnsweringServer) {
    this.#server = server
  }

  static async start(): Promise<AssistantSite> {
    const pages = new Map([
      ['/opener', OPENER],
      ['/callback', CALLBACK],
    ])
    return new AssistantSite(
      await AnsweringServer.start(({ path }) => {
        const body = pages.get(path)
        return { status: body === undefined ? 404 : 200, headers: HTML, body: body ?? 'Not found' }
      }),
    )
  }

  get redirectUri(): string {
    return `${this.#server.origin}/callback`
  }

  /** A page of another site that opens an address in a window of its own. */
  openerOf(url: string): string {
    const { port } = new URL(this.#server.origin)
    return `http://assistant.test:${port}/opener?to=${encodeURIComponent(url)}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }
}
