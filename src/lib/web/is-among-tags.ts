/** Returns true where `If-None-Match` names an ETag. It compares weakly, as RFC 9110, 13.1.2 demands. */
export const isAmongTags = (wanted: string | undefined, etag: string): boolean =>
  wanted !== undefined &&
  (wanted.trim() === '*' || wanted.split(',').some((one) => plain(one.trim()) === plain(etag)))

const plain = (etag: string): string => etag.replace(/^W\//, '')
