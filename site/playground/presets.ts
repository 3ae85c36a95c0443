import type { Values } from './option-values.ts'

export interface Preset {
  readonly name: string
  readonly values: Values
}

/** Whole looks to begin with, one for each usual kind of page. */
export const PRESETS: readonly Preset[] = [
  {
    name: 'Shop',
    values: {
      name: 'Mila',
      'theme.accent': '#b4235f',
      'theme.radius': 'pill',
      'startScreen.greeting': 'What are you looking for?',
      'startScreen.hint': 'I know our products, sizes and deliveries.',
      'startScreen.prompts': [
        'Where is my order?',
        'Which size fits me?',
        'How do I send it back?',
      ],
      launcherLabel: 'Ask Mila',
    },
  },
  {
    name: 'Docs',
    values: {
      name: 'Docs assistant',
      mode: 'sidebar',
      push: true,
      'theme.accent': '#1d5fbf',
      'theme.scheme': 'host',
      'theme.radius': 'soft',
      'startScreen.greeting': 'Ask about the documentation',
      'startScreen.prompts': ['How do I install it?', 'Show me an example', 'What changed last?'],
      'composer.placeholder': 'How do I …',
      'composer.attachments': false,
      links: 'page',
      launcherLabel: 'Ask the docs',
    },
  },
  {
    name: 'Dashboard',
    values: {
      name: 'Copilot',
      'theme.accent': '#4f46b8',
      'theme.density': 'compact',
      'theme.radius': 'sharp',
      'startScreen.greeting': 'What shall we look at?',
      'startScreen.prompts': ['Sum up this week', 'Find what is unusual', 'Draft a report'],
      'disclaimer.text': 'Check figures before you share them.',
      position: 'bottom-start',
      launcherLabel: 'Open the copilot',
    },
  },
  {
    name: 'Dark',
    values: {
      name: 'Nova',
      'theme.scheme': 'dark',
      'theme.accent': '#7fd1b9',
      'theme.accentMode': 'brand',
      'startScreen.greeting': 'Good evening',
      'startScreen.hint': 'Ask anything.',
      launcherLabel: 'Ask Nova',
    },
  },
]
