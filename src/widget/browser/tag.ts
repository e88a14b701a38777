import { read } from './page.ts'

const tag = read('currentScript')
const script = tag instanceof HTMLScriptElement ? tag : undefined

/**
 * The data that the site states in its script tag, and the address of the script; both are empty where no script
 * element loaded it.
 *
 * @NOTE the widget is a classic script, which knows its tag with `async` too, and when another script has put it in.
 */
export const { dataset, src }: Pick<HTMLScriptElement, 'dataset' | 'src'> = script ?? {
  dataset: {},
  src: '',
}
