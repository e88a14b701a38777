/** The public names of the widget's package; it can be imported where there is no document. */
export { askLinks, type AskLinks, type AskLinksPage, type LinkTexts } from './ask-links.ts'
export { showWidget, type WidgetOrigin } from './show-widget.ts'
export { grantConsent } from './tag.ts'
