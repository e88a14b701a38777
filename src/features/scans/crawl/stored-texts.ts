import type { PageStateStore } from '../../../../db/scans/page-state-store.ts'
import { sketchOf } from '../../../domain/prompts/content-sketch.ts'
import { MAX_SKETCHED, type PageText } from '../../../domain/scans/shared-canonical.ts'

/**
 * Reads sketches of the texts of stored pages, by their addresses, to compare pages that name the same canonical
 * address.
 */
export async function readTexts(
  pages: PageStateStore,
  urls: readonly string[],
  origin: string,
): Promise<ReadonlyMap<string, PageText>> {
  const rows = await pages.textsAmong(urls, { origin, maxChars: MAX_SKETCHED })
  return new Map(
    rows.map(({ url, path, name, text }) => [url, { path, name, sketch: sketchOf(text) }]),
  )
}
