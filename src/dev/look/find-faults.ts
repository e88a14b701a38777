import type { BrowserPage } from './chromium.ts'

/** Events of the browser that an app which keeps to itself never causes. */
const BAD_EVENTS = ['Runtime.exceptionThrown', 'Log.entryAdded', 'Page.javascriptDialogOpening']

/** Looks for what no text may become, and for what does not fit. Runs in the frame of the app. */
const INSPECT = `((shows) => {
  const faults = []
  if ('ran' in window) faults.push('a text was run')
  const foreign = document.querySelectorAll('a, img, iframe, form, base, link, object, embed, main [style], [srcdoc], [href], [src], [onerror], [onload], [onfocus], [autofocus]')
  if (document.querySelectorAll('script').length > 1 || foreign.length > 0) faults.push('a text became an element')
  const root = document.scrollingElement
  if (root.scrollWidth > root.clientWidth) faults.push('wider than its frame: ' + root.scrollWidth)
  const scrolls = [...document.querySelectorAll('main *')].filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY))
  if (scrolls.length > 0) faults.push('scrolls within')
  const isClipped = (e) => e.parentElement.localName !== 'body' && (getComputedStyle(e.parentElement).overflowX === 'hidden' || isClipped(e.parentElement))
  const cut = [...document.querySelectorAll('main *')].filter((e) => !isClipped(e) && e.getBoundingClientRect().right > root.clientWidth + 1)
  if (cut.length > 0) faults.push('cut off: ' + cut[0].localName + '.' + cut[0].getAttribute('class'))
  const nameless = [...document.querySelectorAll('button, input')].filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim()))
  if (nameless.length > 0) faults.push('a control without a name')
  if (!document.body.innerText.includes(shows)) faults.push('does not show ' + shows)
  return faults
})`

/** Lists what an app did that no app may do, and what it does not show. */
export async function findFaults(page: BrowserPage, shows = ''): Promise<string[]> {
  const events = page.takeEvents()
  const told = events
    .filter(({ method }) => BAD_EVENTS.includes(method))
    .map(({ method, params }) => `${method} ${JSON.stringify(params).slice(0, 300)}`)
  const asked = events
    .filter(({ method }) => method === 'Network.requestWillBeSent')
    .map(({ params }) => `asked for ${JSON.stringify(params['request']).slice(0, 200)}`)
  return [...told, ...asked, ...(await inspect(page, contextsOf(events), shows))]
}

interface Context {
  id: number
  auxData: { frameId: string; isDefault: boolean }
}

// @NOTE the protocol says so.
const contextsOf = (events: ReturnType<BrowserPage['takeEvents']>): Context[] =>
  events
    .filter(({ method }) => method === 'Runtime.executionContextCreated')
    .map(({ params }) => params['context'] as Context)

async function inspect(
  page: BrowserPage,
  contexts: readonly Context[],
  shows: string,
): Promise<string[]> {
  const { frameTree } = await page.send('Page.getFrameTree')
  // @NOTE the protocol says so; the app is in the first frame of the host.
  const { childFrames } = frameTree as { childFrames: { frame: { id: string } }[] }
  const frameId = childFrames[0]?.frame.id
  const own = contexts.findLast(({ auxData }) => auxData.isDefault && auxData.frameId === frameId)
  if (!own) return ['the frame has no script']
  const { result } = await page.send('Runtime.evaluate', {
    expression: `${INSPECT}(${JSON.stringify(shows)})`,
    contextId: own.id,
    returnByValue: true,
  })
  // @NOTE the script answers a list of texts.
  return (result as { value: string[] }).value
}
