/** What other features may take of this one; `src/layers.test.ts` lists who does. */
export { INSTALL_STATUS, SiteInstall, installStatus, siteInstallOf } from './site-install.ts'
export { widgetTag } from './widget-tag.ts'
export {
  WidgetSettings,
  WidgetSettingsInput,
  changedWidgetSettings,
  widgetSettingsOf,
} from './widget-settings.ts'
