import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPage, type BrowserPage } from './look/chromium.ts'
import { dataClient } from './look/data-client.ts'
import { SCENES, sceneWidth, type Scene } from './look/scenes.ts'
import { findFaults } from './look/find-faults.ts'

/** The longest time that a page may take to be drawn. */
const DRAW_TIMEOUT_MS = 10_000
const SETTLE_MS = 60
/** A host shows no more of an app in a conversation. */
const SHOWN_HEIGHT = 500

/**
 * Shows the app that draws answers in a Chromium of this machine, with the answers of a running server, and writes a
 * picture of each scene. Fails where an app does what no app may do.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8700' },
      key: { type: 'string', default: process.env['CITABLE_KEY'] ?? '' },
      folder: { type: 'string', default: 'data/app' },
      chromium: { type: 'string', default: '/usr/bin/chromium' },
      only: { type: 'string', default: '' },
    },
  })
  const folder = resolve(values.folder)
  mkdirSync(folder, { recursive: true })
  const server = dataClient(values.url, values.key)
  const app = await server.readApp()
  await using page = await openPage(values.chromium)
  await openHost(page)
  let faults = 0
  for (const scene of SCENES.filter(({ name }) => name.startsWith(values.only))) {
    const result = scene.result ?? (scene.call && (await server.call(scene.call)))
    const found = await look(page, { app, scene, result, folder })
    faults += found.length
    process.stdout.write(
      `${found.length === 0 ? 'fine  ' : 'FAULTY'} ${scene.name} ${found.join('; ')}\n`,
    )
  }
  const bytes = Buffer.byteLength(app)
  process.stdout.write(`${bytes} bytes of HTML; the pictures are in ${folder}\n`)
  if (faults > 0) process.exitCode = 1
}

async function openHost(page: BrowserPage): Promise<void> {
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`)
  const html = readFileSync(join(import.meta.dirname, 'look/host.html'), 'utf8')
  const { frameTree } = await page.send('Page.getFrameTree')
  // @NOTE the protocol says that a tree has a frame with an id.
  const { frame } = frameTree as { frame: { id: string } }
  await page.send('Page.setDocumentContent', { frameId: frame.id, html })
}

interface Look {
  app: string
  scene: Scene
  result: unknown
  folder: string
}

async function look(page: BrowserPage, { app, scene, result, folder }: Look): Promise<string[]> {
  const { device, theme = device ? undefined : 'light', context, forged } = scene
  const scheme = theme ?? device ?? 'light'
  const width = sceneWidth(scene)
  const size = { width, height: 2 * SHOWN_HEIGHT, deviceScaleFactor: 2, mobile: false }
  await page.send('Emulation.setDeviceMetricsOverride', size)
  const features = [
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'forced-colors', value: scene.hasForcedColors ? 'active' : 'none' },
  ]
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: scene.hasTouch === true })
  await page.send('Emulation.setEmulatedMedia', { features })
  page.takeEvents()
  const hostContext = { ...(theme && { theme }), locale: 'en-GB', ...context }
  const setup = { app, context: hostContext, result, forged, scheme }
  await evaluate(page, `show(${JSON.stringify(setup)})`)
  await untilDrawn(page)
  await touch(page, scene)
  const height = Number(await evaluate(page, 'document.querySelector("iframe").clientHeight'))
  const { data } = await page.send('Page.captureScreenshot', {
    clip: { x: 0, y: 0, width, height: Math.max(1, height), scale: 1 },
  })
  writeFileSync(join(folder, `${scene.name}.png`), Buffer.from(String(data), 'base64'))
  return [
    ...(height > SHOWN_HEIGHT || height < 1 ? [`${height} px high`] : []),
    ...(await findFaults(page, scene.shows)),
  ]
}

/** Does with pointer and keys what the scene says. */
async function touch(page: BrowserPage, { point, keys = [] }: Scene): Promise<void> {
  // The pointer is moved away from the place of the scene before, so that this scene does not show it there.
  const [x, y] = point ?? [0, 2 * SHOWN_HEIGHT - 1]
  await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  for (const key of keys) await press(page, key)
  await delay(SETTLE_MS)
}

/**
 * Waits until the app is drawn: the size that it reports is that of its last drawing once two looks find the same size.
 */
async function untilDrawn(page: BrowserPage): Promise<void> {
  const sizes = 'JSON.stringify(heard.filter((m) => m.method === "ui/notifications/size-changed"))'
  const deadline = performance.now() + DRAW_TIMEOUT_MS
  let before = '[]'
  while (performance.now() < deadline) {
    await delay(120)
    const after = String(await evaluate(page, sizes))
    if (after !== '[]' && after === before) return
    before = after
  }
  throw new Error('The app was not drawn')
}

async function press(page: BrowserPage, key: string): Promise<void> {
  const codes: Readonly<Record<string, number>> = { Tab: 9, Enter: 13, ArrowLeft: 37 }
  const event = {
    key,
    code: key,
    windowsVirtualKeyCode: codes[key],
    ...(key === 'Enter' && { text: '\r' }),
  }
  await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
  await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  await delay(SETTLE_MS)
}

async function evaluate(page: BrowserPage, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await page.send('Runtime.evaluate', {
    expression,
    returnByValue: true,
  })
  if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
  // @NOTE the protocol says that a result is such an object.
  return (result as { value?: unknown }).value
}

await main()
