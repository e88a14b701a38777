export { compilePath, matchesPath, normalisePath, type PathPattern } from './policy/path.ts'
export { pathOfUrl } from './policy/path-of-url.ts'
