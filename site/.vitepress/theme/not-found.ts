import { withBase } from 'vitepress'
import { defineComponent, h, onMounted, ref } from 'vue'
import { OPEN_SEARCH } from './search-dialog.ts'

const PAGES: readonly (readonly [path: string, title: string, about: string])[] = [
  ['/quick-start', 'Five-minute start', 'a chat on your page'],
  ['/embedding', 'On your page', 'options, calls and events'],
  ['/frameworks', 'Frameworks and site builders', 'code for React, Angular, Shopify and others'],
  ['/theming', 'Theming', 'your colours and words'],
  ['/operating', 'Operating Alcove', 'the server'],
  ['/troubleshooting', 'Troubleshooting', 'by symptom and by code'],
]

/** Words of an address: `/docs/web-hooks.html` is “web hooks”. */
const wordsOf = (path: string): string =>
  decodeURIComponent(path.split('/').findLast(Boolean) ?? '')
    .replace(/\.\w+$/, '')
    .replaceAll(/[-_+]/g, ' ')

/** The page for an address that leads nowhere: a search with the address's own words, and the main pages. */
export const NotFound = defineComponent({
  name: 'NotFound',
  setup() {
    const words = ref('')
    onMounted(() => {
      try {
        words.value = wordsOf(location.pathname)
      } catch {
        // The address is malformed.
      }
    })
    const search = () => window.dispatchEvent(new CustomEvent(OPEN_SEARCH, { detail: words.value }))
    return () =>
      h('main', { class: 'docs-not-found vp-doc' }, [
        h('p', { class: 'code' }, '404'),
        h('h1', 'There is no page at this address'),
        h('p', 'The page may have moved, or the link has a mistake.'),
        h(
          'button',
          { type: 'button', onClick: search },
          words.value === '' ? 'Search the documentation' : `Search for “${words.value}”`,
        ),
        h('h2', 'Main pages'),
        h(
          'ul',
          PAGES.map(([path, title, about]) =>
            h('li', { key: path }, [h('a', { href: withBase(path) }, title), `: ${about}`]),
          ),
        ),
        h('p', [
          h('a', { href: withBase('/') }, 'All pages'),
          ' · ',
          h('a', { href: '/playground/', target: '_self' }, 'Playground'),
        ]),
      ])
  },
})
