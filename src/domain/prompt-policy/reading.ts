import { findAddresses } from './find-urls.ts'
import type { FoldedText } from './fold-text.ts'
import type { Span } from './span.ts'
import type { NamedHost } from './tokens.ts'

/** One way to read a text, and the addresses in it. */
export interface Reading {
  /** As it was written. */
  readonly text: string
  readonly folded: FoldedText
  /** URLs of the folded text. */
  readonly foldedUrls: readonly Span[]
  /** The same URLs, in the text as it was written. */
  readonly urls: readonly Span[]
  /** Hosts that are only named, in the text as it was written. */
  readonly hosts: readonly NamedHost[]
}

/** Addresses are looked for in the folded text, so that `ｈｔｔｐｓ：／／` is one too. */
export function readingOf(
  text: string,
  folded: FoldedText,
  isOwnHost: (host: string) => boolean,
): Reading {
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
