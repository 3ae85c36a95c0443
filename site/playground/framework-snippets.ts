import { inHtml, toCode } from './print-code.ts'
import type { Snippet } from './snippet.ts'

type Given = Readonly<Record<string, unknown>>

/** Code for frameworks whose pages import the package. */
export function createFrameworkSnippets(given: Given): readonly Snippet[] {
  return [
    {
      name: 'React',
      group: 'Frameworks',
      hint: 'In the component around all pages. npm run package makes the package.',
      file: 'src/chat.tsx',
      code: `import { Alcove } from 'alcove/react'\n\nexport function Chat() {\n  return (\n${drawElement(given, '    ')}\n  )\n}\n`,
    },
    {
      name: 'Next',
      group: 'Frameworks',
      hint: 'In the layout of all pages. The component runs only in the browser.',
      file: 'app/layout.tsx',
      code: `import { Alcove } from 'alcove/react'\n\nexport default function Layout({ children }: { children: React.ReactNode }) {\n  return (\n    <html lang="en">\n      <body>\n        {children}\n${drawElement(given, '        ')}\n      </body>\n    </html>\n  )\n}\n`,
    },
    {
      name: 'Vue',
      group: 'Frameworks',
      hint: 'In the component around all pages.',
      file: 'src/App.vue',
      code: `<script setup>\nimport { createChat } from 'alcove'\nimport { onMounted, onUnmounted } from 'vue'\n\nlet chat\nonMounted(() => {\n  chat = createChat(${inHtml(toCode(given, '  '))})\n})\nonUnmounted(() => chat.destroy())\n</script>\n`,
    },
    {
      name: 'Nuxt',
      group: 'Frameworks',
      hint: 'A plugin that runs only in the browser, by its name. In Nuxt 3 the folder is plugins.',
      file: 'app/plugins/alcove.client.ts',
      code: `import { createChat } from 'alcove'\n\nexport default defineNuxtPlugin(() => {\n  createChat(${toCode(given, '  ')})\n})\n`,
    },
    {
      name: 'Svelte',
      group: 'Frameworks',
      hint: 'In the component around all pages.',
      file: 'src/App.svelte',
      code: drawSvelte(given, '', ''),
    },
    {
      name: 'SvelteKit',
      group: 'Frameworks',
      hint: 'In the layout of all pages. The function of onMount runs only in the browser.',
      file: 'src/routes/+layout.svelte',
      code: drawSvelte(given, '\n  let { children } = $props()\n', '\n{@render children()}\n'),
    },
    {
      name: 'Angular',
      group: 'Frameworks',
      hint: 'Put <app-chat /> into the template of your root component, and Chat into its imports.',
      file: 'src/app/chat.ts',
      code: `import { afterNextRender, Component, DestroyRef, inject } from '@angular/core'\nimport { createChat } from 'alcove'\n\n@Component({ selector: 'app-chat', template: '' })\nexport class Chat {\n  constructor() {\n    const destroyRef = inject(DestroyRef)\n    afterNextRender(() => {\n      const chat = createChat(${toCode(given, '      ')})\n      destroyRef.onDestroy(() => chat.destroy())\n    })\n  }\n}\n`,
    },
  ]
}

const drawSvelte = (given: Given, props: string, markup: string): string =>
  `<script>\n  import { createChat } from 'alcove'\n  import { onMount } from 'svelte'\n${props}\n  onMount(() => {\n    const chat = createChat(${inHtml(toCode(given, '    '))})\n    return () => chat.destroy()\n  })\n</script>\n${markup}`

/** The component with its options, one per line if there are several. */
function drawElement(given: Given, by: string): string {
  const inner = `${by}  `
  const props = Object.entries(given).map(([name, value]) =>
    typeof value === 'string' && !/["\\\n&]/.test(value)
      ? `${name}="${value}"`
      : `${name}={${toCode(value, inner)}}`,
  )
  return props.length === 1
    ? `${by}<Alcove ${props.join('')} />`
    : `${by}<Alcove\n${inner}${props.join(`\n${inner}`)}\n${by}/>`
}
