export type Device = 'desktop' | 'mobile' | 'tablet'

const TELEVISION = /\b(?:Smart-?TV|Android TV|GoogleTV|BRAVIA|CrKey|AFT[A-Z])/i
const TABLET = /\biPad\b|\bTablet(?! PC)|\bPlayBook\b|\bKindle\b|\bSilk\//i
const PHONE =
  /\bMobi|\biPhone\b|\biPod\b|\bWindows Phone\b|\bIEMobile\b|\bBlackBerry\b|\bOpera Mini\b|\bJ2ME\b/i

/**
 * Returns the kind of device by its user agent; a television counts as a desktop. @NOTE Safari on an iPad calls itself
 * a Macintosh since 2019, so most iPads count as desktops.
 */
export function deviceOf(userAgent: string): Device {
  if (TELEVISION.test(userAgent)) return 'desktop'
  if (TABLET.test(userAgent)) return 'tablet'
  if (PHONE.test(userAgent)) return 'mobile'
  // By Android's convention, a browser without "Mobile" in its name runs on a tablet.
  return /\bAndroid\b/i.test(userAgent) ? 'tablet' : 'desktop'
}
