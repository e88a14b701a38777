/**
 * What the site says in its tag, and where the tag has the script from.
 *
 * @NOTE the widget is a classic script, which knows its tag with `async` too.
 */
export const { dataset, src } = document.currentScript as HTMLScriptElement
