import { expect, it } from 'vitest'
import { isAsset } from './is-asset.ts'

it.each([
  '/a.pdf',
  '/a/b.JPG',
  '/a.tar.gz?version=2',
  '/clip.mp4',
  '/%E5%9B%B3.png',
  '/fonts/x.woff2',
])('a file is told by its ending: %s', (path) => {
  expect(isAsset(path)).toBe(true)
})

it.each([
  '/',
  '/pdf',
  '/blog/node.js',
  '/a.html',
  '/wiki/File:Map.png',
  '/wiki/File%3AMap.png',
  '/download?file=a.pdf',
  '/a.pdf/',
  '/.zip',
  '/version-1.2',
  `/${'.'.repeat(1_000)}`,
])('anything else may be a page: %s', (path) => {
  expect(isAsset(path)).toBe(false)
})
