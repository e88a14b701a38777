import { closeSync, fsyncSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** Waits until a file, and the entry of it in its folder, survive a power cut. */
export function makeDurable(file: string): void {
  for (const path of [file, dirname(file)]) {
    const handle = openSync(path, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  }
}
