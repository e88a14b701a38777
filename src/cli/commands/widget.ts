import { RECIPE_IDS } from '../../features/widget/recipes.ts'
import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'
import { SITE_ARGUMENT, SITE_OPTION } from './site-reference.ts'

export const WIDGET_COMMANDS: readonly Command[] = [
  {
    words: ['widget', 'install'],
    summary: 'Print the tag of the widget, what a Content-Security-Policy needs, and recipes',
    arguments: [SITE_ARGUMENT],
    options: {
      for: { value: RECIPE_IDS.join('|'), meaning: 'one recipe alone; all by default' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../install-widget.ts')).installWidgetCommand,
  },
  {
    words: ['widget', 'check'],
    summary: 'Say whether a page runs the widget, and what is in its way',
    arguments: [{ name: 'URL', meaning: 'the page' }],
    options: {
      site: {
        ...SITE_OPTION,
        meaning: 'the site whose id the tag must have; a domain is looked up in the database',
      },
    },
    load: async () => (await import('../check-widget.ts')).checkWidgetCommand,
  },
]
