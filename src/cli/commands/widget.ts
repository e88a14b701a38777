import { RECIPE_IDS } from '../../features/widget/recipes.ts'
import type { Command } from '../command.ts'
import { ORGANIZATION_OPTION } from './organization-option.ts'

export const WIDGET_COMMANDS: readonly Command[] = [
  {
    words: ['widget', 'install'],
    summary: 'Print the tag of the widget, what a Content-Security-Policy needs, and recipes',
    arguments: [{ name: 'SITE', meaning: 'the id or domain of the site' }],
    options: {
      for: { value: RECIPE_IDS.join('|'), meaning: 'one recipe alone; all by default' },
      org: ORGANIZATION_OPTION,
    },
    load: async () => (await import('../install-widget.ts')).installWidgetCommand,
  },
]
