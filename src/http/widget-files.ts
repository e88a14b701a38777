import { Router, type Response } from 'express'
import { WIDGET_PATH, type WidgetFile } from '../kernel/ports/widget-file.ts'

/** The widget under the name of its contents; any other name is none. */
export const PINNED_WIDGET = '/widget.:name.js'

const FIVE_MINUTES = 'public, max-age=300, stale-if-error=86400'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Serves the script that sites embed, to pages of any origin, so that `integrity` can be checked. */
export function widgetFiles(widgetFile: () => Promise<WidgetFile>): Router {
  const router = Router()
  router.get(WIDGET_PATH, async (_, response) => {
    send(response, await widgetFile(), FIVE_MINUTES)
  })
  router.get(PINNED_WIDGET, async (request, response, next) => {
    const file = await widgetFile()
    if (request.path === file.pinnedPath) send(response, file, FOR_EVER)
    else next()
  })
  return router
}

function send(response: Response, { script }: WidgetFile, caching: string): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  response.setHeader('Content-Type', 'text/javascript; charset=utf-8')
  response.setHeader('Cache-Control', caching)
  response.end(script)
}
