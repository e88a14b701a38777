import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of package.json that are read. */
export interface Manifest {
  version: string
  engines: { node: string }
  scripts: Record<string, string>
}

export const readText = (root: string, path: string): string =>
  readFileSync(join(root, path), 'utf8')

export const readJson = (root: string, path: string): unknown => JSON.parse(readText(root, path))

/** @NOTE npm keeps the form of this file. */
export const readPackageManifest = (root: string): Manifest =>
  readJson(root, 'package.json') as Manifest
