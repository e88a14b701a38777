/** The exports that other features may use; `src/layers.test.ts` lists which features do. */
export { INSTALL_STATUS, SiteInstall, installStatus, siteInstallOf } from './site-install.ts'
export { widgetTag } from './widget-tag.ts'
export {
  WidgetSettings,
  WidgetSettingsInput,
  changedWidgetSettings,
  widgetSettingsOf,
} from './widget-settings.ts'
