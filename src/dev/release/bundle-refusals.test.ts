import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ReleaseFolder } from '../../testing/release-folder.ts'
import { bundleRefusals } from './bundle-refusals.ts'

it('bundleRefusals names each part of the bundle that is lost', () => {
  using release = new ReleaseFolder()
  release.replace('dist/.built.json', '"openapi.json"', '"openapi.json","cli.js"')
  release.replace('dist/main.js', './chunk-A.js', './chunk-B.js')
  expect(bundleRefusals(release.path)).toEqual([
    'dist/cli.js is missing: run npm run build',
    'dist/main.js needs dist/chunk-B.js, which is missing: run npm run build',
  ])
})

it('bundleRefusals names what a package would hold besides the product', () => {
  using release = new ReleaseFolder()
  release.replace(
    'package.json',
    '"files": [\n    "dist"',
    '"files": [\n    "dist", "src", "data", ".env"',
  )
  release.write('src/a.test.ts', '')
  expect(bundleRefusals(release.path)).toEqual(
    ['.env', 'data/citable.db', 'src/a.test.ts', 'src/a.ts'].map(
      (path) => `npm pack would publish ${path}: package.json must list dist alone in files`,
    ),
  )
})

it('bundleRefusals asks for a bundle where there is none', () => {
  using release = new ReleaseFolder()
  rmSync(join(release.path, 'dist'), { recursive: true })
  expect(bundleRefusals(release.path)).toEqual(['dist/ is not built: run npm run build'])
})
