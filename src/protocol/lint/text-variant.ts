import { findAddresses } from './find-urls.ts'
import type { FoldedText } from './fold-text.ts'
import type { Span } from './span.ts'
import type { NamedHost } from './entities.ts'

/** A text, plain or deobfuscated, with its folded form and its addresses. */
export interface TextVariant {
  /** The original text. */
  readonly text: string
  readonly folded: FoldedText
  /** The URLs in the folded text. */
  readonly foldedUrls: readonly Span[]
  /** The same URLs in the original text. */
  readonly urls: readonly Span[]
  /** The hosts that are only mentioned, in the original text. */
  readonly hosts: readonly NamedHost[]
}

/**
 * Finds the addresses of a text in its folded form, so that `ｈｔｔｐｓ：／／` is one too, and returns all with their places.
 */
export function toTextVariant(
  text: string,
  folded: FoldedText,
  isOwnHost: (host: string) => boolean,
): TextVariant {
  const { urls, hosts } = findAddresses(folded.text)
  const unfolded = ({ start, end }: Span): Span => ({
    start: folded.starts[start] ?? 0,
    end: folded.ends[end - 1] ?? 0,
  })
  return {
    text,
    folded,
    foldedUrls: urls,
    urls: urls.map(unfolded),
    hosts: hosts.map((host) => ({
      ...unfolded(host),
      isOwn: isOwnHost(folded.text.slice(host.start, host.end)),
    })),
  }
}
