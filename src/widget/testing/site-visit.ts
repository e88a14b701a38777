import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

/** The ending of host names of this machine that no browser takes for a trustworthy origin, unlike 127.0.0.1. */
const PLAIN_HOSTS = '.test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Starts a Chromium without a screen. */
export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      // A request for any other host, which the browser itself may make, finds nothing.
      `--host-resolver-rules=MAP *${PLAIN_HOSTS} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    // A browser of a reader keeps pages to go back to.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

export interface VisitOptions {
  colorScheme?: 'light' | 'dark'
  forcedColors?: 'active' | 'none'
  width?: number
  hasTouch?: boolean
  referer?: string
  /** The language of the browser, such as de-DE. */
  locale?: string
  userAgent?: string
  /** A script that runs before any script of the page. */
  before?: string
}

/** A reader on a site, with the actions that readers do. The browser reaches nothing except this machine. */
export class SiteVisit {
  readonly page: Page
  /** The addresses elsewhere that the page opened; no request was let through to them. */
  readonly opened: string[] = []
  readonly errors: string[] = []
  readonly lines: string[] = []
  readonly #context: BrowserContext

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context
    this.page = page
    page.on('pageerror', (error) => this.errors.push(String(error)))
    page.on('console', (message) => this.lines.push(message.text()))
  }

  static async open(browser: Browser, url: string, options: VisitOptions = {}): Promise<SiteVisit> {
    const { width = 1_000, referer, before, ...rest } = options
    const context = await browser.newContext({ ...rest, viewport: { width, height: 800 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    if (before !== undefined) await context.addInitScript(before)
    const visit = new SiteVisit(context, await context.newPage())
    await context.route(
      ({ hostname }) => hostname !== '127.0.0.1' && !hostname.endsWith(PLAIN_HOSTS),
      (route) => {
        visit.opened.push(route.request().url())
        return route.abort()
      },
    )
    await visit.page.goto(url, referer === undefined ? {} : { referer })
    return visit
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#context.close()
  }

  get widget() {
    return this.page.locator('ask-ai')
  }

  get pages(): Page[] {
    return this.#context.pages()
  }

  button(name: string) {
    return this.widget.getByRole('button', { name, exact: true })
  }

  radio(name: string) {
    return this.widget.getByRole('radio', { name, exact: true })
  }

  get field() {
    return this.widget.getByRole('textbox')
  }

  get panel() {
    return this.widget.locator('.panel').first()
  }

  /** Returns the only link of the widget, which takes the prompt along. */
  get go() {
    return this.widget.getByRole('link').first()
  }

  /** Waits until the widget is on the page, closed or open. */
  async seen(): Promise<void> {
    await this.widget.locator('.toggle, .pill, .panel').first().waitFor()
  }

  /** Opens the widget where it is closed. */
  async unfold(): Promise<void> {
    await this.seen()
    if (await this.panel.isVisible()) return
    await this.widget.locator('.toggle, .pill').first().click()
    await this.panel.waitFor()
  }

  /** Chooses an assistant by its name. */
  async choose(name: string): Promise<void> {
    await this.unfold()
    await this.radio(name).check()
  }

  async type(question: string): Promise<void> {
    await this.unfold()
    await this.field.fill(question)
  }

  /** Returns the whole prompt that the widget shows. */
  async prompt(): Promise<string> {
    await this.unfold()
    return (await this.widget.locator('pre').first().textContent()) ?? ''
  }

  /** Returns the line in which the widget says what a press will do, or has done. */
  async hint(): Promise<string> {
    await this.unfold()
    return (await this.widget.getByRole('status').first().textContent()) ?? ''
  }

  /** Takes the prompt to an assistant, and returns the address that this opened. */
  async press(name: string): Promise<string> {
    await this.choose(name)
    const count = this.opened.length
    const opened = this.#context.waitForEvent('page')
    await this.go.click()
    const page = await opened
    await waitUntil(() => this.opened.length > count)
    await page.close()
    return this.opened.at(-1) ?? ''
  }

  readClipboard(): Promise<string> {
    return this.page.evaluate('navigator.clipboard.readText()')
  }

  cookies() {
    return this.#context.cookies()
  }

  /** Returns the rules of accessibility that the page breaks, each with its place. */
  async faults(): Promise<string[]> {
    await this.page.evaluate(AXE)
    // @NOTE a result of axe has these fields.
    const { violations } = await this.page.evaluate<{
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
    }>('axe.run()')
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }
}

const WAIT_TIMEOUT_MS = 10_000

/** Waits until another process has done something. */
export async function waitUntil(isDone: () => boolean): Promise<void> {
  const deadline = performance.now() + WAIT_TIMEOUT_MS
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error('It has not happened')
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
