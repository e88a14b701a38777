import { isCjkChar } from '../search/cjk-segmentation.ts'

/** A name to look for, folded. A name matches whole words; a host also matches no part of a longer host. */
export interface SoughtName<T> {
  text: string
  kind: 'name' | 'host'
  of: T
}

/** A name that was found, with its place in the folded text. */
export interface FoundName<T> {
  start: number
  end: number
  of: T
}

/**
 * Returns a function that finds names in a folded text, in the order of the text: whole words, and of two that overlap
 * the longer one. Its time depends on the length of the text, and not on the names (Aho and Corasick,
 * https://doi.org/10.1145/360825.360855).
 */
export function nameFinder<T>(
  names: readonly SoughtName<T>[],
): (text: string) => readonly FoundName<T>[] {
  const root = linkedTrie(names)
  const isFirst = new Uint8Array(0x1_00_00)
  for (const code of root.next.keys()) isFirst[code] = 1
  return (text) => {
    const found: FoundName<T>[] = []
    let state = root
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (state === root && isFirst[code] === 0) continue
      state = nextState(root, state, code)
      const ending = state.name ? state : state.shorter
      const end = at + 1
      const longest = ending && longestAt(text, ending, end)
      if (longest) addFound(found, { start: end - longest.text.length, end, of: longest.of })
    }
    return found
  }
}

/** The state after a beginning of one or more names has been read. */
interface State<T> {
  readonly next: Map<number, State<T>>
  /** The name that is equal to this beginning. */
  name: SoughtName<T> | undefined
  /** The state of the longest end of this beginning that is itself a beginning of names. */
  fallback: State<T> | undefined
  /** The state of the longest end of this beginning that is a whole name. */
  shorter: State<T> | undefined
}

const newState = <T>(): State<T> => ({
  next: new Map(),
  name: undefined,
  fallback: undefined,
  shorter: undefined,
})

function linkedTrie<T>(names: readonly SoughtName<T>[]): State<T> {
  const root = newState<T>()
  for (const name of names) {
    let state = root
    for (let at = 0; at < name.text.length; at += 1) {
      const code = name.text.charCodeAt(at)
      const next = state.next.get(code) ?? newState<T>()
      state.next.set(code, next)
      state = next
    }
    // The first of two names that are spelt alike is found.
    if (state !== root) state.name ??= name
  }
  const queue = [...root.next.values()]
  for (const state of queue) {
    state.fallback ??= root
    for (const [code, next] of state.next) {
      next.fallback = nextState(root, state.fallback ?? root, code)
      next.shorter = next.fallback.name ? next.fallback : next.fallback.shorter
      queue.push(next)
    }
  }
  return root
}

function nextState<T>(root: State<T>, from: State<T>, code: number): State<T> {
  for (let state: State<T> | undefined = from; state; state = state.fallback) {
    const next = state.next.get(code)
    if (next) return next
    if (state === root) return root
  }
  return root
}

/** Returns the longest of the names that end at a place and are whole words there. */
function longestAt<T>(text: string, from: State<T>, end: number): SoughtName<T> | undefined {
  // All of them end with the same character.
  if (isJoined(text, end)) return undefined
  for (let state: State<T> | undefined = from; state?.name; state = state.shorter) {
    const { name } = state
    const start = end - name.text.length
    if (!isJoined(text, start) && !isInHost(text, start, end, name.kind)) return name
  }
  return undefined
}

function addFound<T>(found: FoundName<T>[], one: FoundName<T>): void {
  let kept = found.length
  for (let last = found[kept - 1]; last && last.end > one.start; last = found[kept - 1]) {
    if (last.end - last.start >= one.end - one.start) return
    kept -= 1
  }
  found.length = kept
  found.push(one)
}

const WORD = /[\p{L}\p{N}\p{M}]/u

/** True for a place within a word. Scripts without spaces have no such places, as far as this can tell. */
function isJoined(text: string, place: number): boolean {
  if (place === 0 || place === text.length) return false
  const [before, after] = [charBefore(text, place), charAt(text, place)]
  return isOfWord(before) && isOfWord(after)
}

/**
 * True where a found name is only a part of a longer host: `Example` in `example.net`, or `example.com` in
 * `not-example.com` and `example.com.evil.io`.
 */
function isInHost(
  text: string,
  start: number,
  end: number,
  kind: SoughtName<unknown>['kind'],
): boolean {
  const isHost = kind === 'host'
  const [before, after] = [text[start - 1], text[end]]
  const goesOn = after === '.' || (isHost && after === '-')
  if (goesOn && isOfWord(charAt(text, end + 1))) return true
  const isBehind = isHost ? before === '-' : before === '.'
  return isBehind && start > 1 && isOfWord(charBefore(text, start - 1))
}

function isOfWord(char: string): boolean {
  if (char <= '\x7F') return (char >= 'a' && char <= 'z') || (char >= '0' && char <= '9')
  return WORD.test(char) && !isCjkChar(char)
}

const charAt = (text: string, place: number): string =>
  place < text.length ? String.fromCodePoint(text.codePointAt(place) ?? 0) : ''

function charBefore(text: string, place: number): string {
  const code = text.codePointAt(place - 2)
  return code !== undefined && code > 0xffff ? String.fromCodePoint(code) : (text[place - 1] ?? '')
}
