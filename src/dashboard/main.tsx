import { render } from 'preact'
import { App, loadFirstPage } from './app.tsx'
import { takeLinkToken } from './link-token.ts'
import { currentPlace, followLinks } from './router.ts'
import { loadTexts } from './texts/index.ts'
import { applyTheme } from './theme.ts'

takeLinkToken()
applyTheme()
loadFirstPage(currentPlace().path)
await loadTexts()
followLinks()
const element = document.getElementById('app')
if (element) render(<App />, element)
