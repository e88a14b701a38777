import type { Span } from './span.ts'

/** Marks by which chat formats tell who speaks, and lines that pretend to be of the system or the assistant. */
const MARKERS =
  /<\|[\w ]{1,30}\|>|\[\/?(?:INST|SYS|SYSTEM)\]|<<\/?SYS>>|<\/?(?:system|assistant|developer|instructions?|system[-_]prompt)>|^[ \t>#*[]{0,8}(?:system|assistant|developer)(?:[ _-](?:prompt|message|note|override|update))?[\]*]{0,3}[ \t]?[:：]/gim

/** Role markers in a text. They override what the assistant was told. */
export function findRoleMarkers(text: string): Span[] {
  const plain = text.normalize('NFKC').length === text.length ? text.normalize('NFKC') : text
  return [...plain.matchAll(MARKERS)].map(({ index, 0: marker }) => ({
    start: index,
    end: index + marker.length,
  }))
}
