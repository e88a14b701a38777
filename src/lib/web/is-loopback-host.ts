/** Returns true for the host of a URL, as `URL` writes it, that means the computer on which the URL is opened. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
