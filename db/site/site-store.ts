import type { Handles } from '../handles.ts'

/** Rows of one site. Only SiteDb makes one. */
export class SiteStore {
  protected readonly handles: Handles
  protected readonly siteNum: number

  constructor(handles: Handles, siteNum: number) {
    this.handles = handles
    this.siteNum = siteNum
  }
}
