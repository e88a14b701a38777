/**
 * The endings of files that are never pages: pictures, sound, films, fonts, archives, programs and documents for other
 * readers. Endings that pages may have too, such as `.js` in `/blog/node.js`, are not among them: of an answer there
 * that is no page, only the headers are read.
 */
const ASSETS: ReadonlySet<string> = new Set(
  `7z aac apk avi avif bmp bz2 dmg doc docm docx deb epub exe flac gif gz heic ico iso jar jpeg jpg jxl m4a m4v mkv mobi
  mov mp3 mp4 mpeg mpg msi odp ods odt ogg ogv opus otf pdf pkg png ppt pptx psd rar rpm svg tar tgz tif tiff ttf wasm
  wav webm webp wma wmv woff woff2 xls xlsm xlsx xz zip zst`
    .split(/\s+/)
    .filter((ending) => ending !== ''),
)
const MAX_ENDING = 6

/**
 * True for a path whose ending is that of a file which is never a page, except a wiki's page about a file
 * (`File:Map.png`).
 */
export function isAsset(path: string): boolean {
  const [pathname = ''] = path.split('?', 1)
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  if (dot < 1 || name.length - dot - 1 > MAX_ENDING || /:|%3A/i.test(name)) return false
  return ASSETS.has(name.slice(dot + 1).toLowerCase())
}
