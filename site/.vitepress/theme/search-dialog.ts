import type MiniSearch from 'minisearch'
import { useRouter, withBase } from 'vitepress'
import { computed, defineComponent, h, onMounted, onUnmounted, ref, shallowRef, watch } from 'vue'
import { loadIndex, search, type Found, type PageSection } from '../../search-index.ts'

const LIST = 'docs-search-list'
const optionId = (index: number) => `docs-search-${index}`
/** Written by the build beside the pages. */
const INDEX_FILE = '/search.json'
const INDEX_LIMIT_MS = 20_000

type State =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly index: MiniSearch<PageSection> }
  | { readonly type: 'failed' }

/** Asks every search button of the page to open the dialog, with a question. */
export const OPEN_SEARCH = 'docs-open-search'

const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** State and drawing of the dialog, a composable of Vue. */
function useSearchDialog() {
  const router = useRouter()
  const dialog = ref<HTMLDialogElement>()
  const field = ref<HTMLInputElement>()
  const question = ref('')
  const chosen = ref(0)
  const state = shallowRef<State>({ type: 'loading' })

  const found = computed<readonly Found[]>(() =>
    state.value.type === 'ready' ? search(state.value.index, question.value) : [],
  )
  const isAsked = computed(() => question.value.trim() !== '')
  const status = computed(() => {
    if (state.value.type === 'failed')
      return 'The search could not be loaded. Open it again to retry.'
    if (!isAsked.value) return ''
    if (state.value.type === 'loading') return 'Loading …'
    const { length } = found.value
    if (length === 0) return `Nothing found for “${question.value.trim()}”. Try another word.`
    return length === 1 ? '1 section' : `${length} sections`
  })
  watch(question, () => (chosen.value = 0))
  watch(
    chosen,
    (index) => document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' }),
    {
      flush: 'post',
    },
  )

  const load = async () => {
    if (state.value.type === 'ready') return
    try {
      const answer = await fetch(withBase(INDEX_FILE), {
        signal: AbortSignal.timeout(INDEX_LIMIT_MS),
      })
      state.value = { type: 'ready', index: loadIndex(await answer.text()) }
    } catch {
      state.value = { type: 'failed' }
    }
  }
  const open = (asked?: string) => {
    if (asked !== undefined) question.value = asked
    if (!dialog.value?.open) dialog.value?.showModal()
    field.value?.select()
    void load()
  }
  const close = () => dialog.value?.close()
  const pathOf = ({ id }: Found) => withBase(`/${id}`)
  const go = (hit: Found | undefined) => {
    if (!hit) return
    close()
    void router.go(pathOf(hit))
  }
  const move = (by: number) => {
    const { length } = found.value
    if (length > 0) chosen.value = (chosen.value + by + length) % length
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: () => go(found.value[chosen.value]),
  }
  const onFieldKey = (event: KeyboardEvent) => {
    const task = keys[event.key]
    if (!task || event.isComposing) return
    event.preventDefault()
    task()
  }
  const onPageKey = (event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut && (event.key !== '/' || isTyping(event))) return
    event.preventDefault()
    open()
  }
  const onAsked = (event: Event) => open((event as CustomEvent<string>).detail)
  onMounted(() => {
    window.addEventListener('keydown', onPageKey)
    window.addEventListener(OPEN_SEARCH, onAsked)
  })
  onUnmounted(() => {
    window.removeEventListener('keydown', onPageKey)
    window.removeEventListener(OPEN_SEARCH, onAsked)
  })

  const drawHit = (hit: Found, index: number) =>
    h(
      'a',
      {
        key: hit.id,
        id: optionId(index),
        class: 'docs-search-hit',
        role: 'option',
        tabindex: -1,
        href: pathOf(hit),
        'aria-selected': index === chosen.value,
        onMousemove: () => (chosen.value = index),
        // With a modifier, the browser opens another tab.
        onClick: (event: MouseEvent) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          go(hit)
        },
      },
      [
        h('strong', hit.title),
        hit.above === '' ? null : h('span', { class: 'above' }, hit.above),
        hit.opening === '' ? null : h('span', { class: 'opening' }, hit.opening),
      ],
    )

  return () => [
    h(
      'button',
      {
        class: 'docs-search-button',
        type: 'button',
        'aria-haspopup': 'dialog',
        onClick: () => open(),
      },
      [
        h('span', { class: 'vpi-search', 'aria-hidden': 'true' }),
        h('span', { class: 'words' }, 'Search'),
      ],
    ),
    h(
      'dialog',
      {
        ref: dialog,
        class: 'docs-search',
        'aria-label': 'Search',
        // Outside of the content, the dialog itself is pressed: its backdrop.
        onClick: (event: MouseEvent) => event.target === dialog.value && close(),
      },
      [
        h('div', { class: 'content' }, [
          h('div', { class: 'field' }, [
            h('span', { class: 'vpi-search', 'aria-hidden': 'true' }),
            h('input', {
              ref: field,
              type: 'text',
              role: 'combobox',
              autofocus: true,
              autocomplete: 'off',
              autocapitalize: 'off',
              spellcheck: false,
              enterkeyhint: 'go',
              placeholder: 'Search the documentation',
              'aria-label': 'Search the documentation',
              'aria-autocomplete': 'list',
              'aria-expanded': found.value.length > 0,
              'aria-controls': LIST,
              'aria-activedescendant': found.value.length > 0 ? optionId(chosen.value) : undefined,
              value: question.value,
              onInput: (event: Event) => {
                question.value = (event.target as HTMLInputElement).value
              },
              onKeydown: onFieldKey,
            }),
            h('button', { type: 'button', onClick: close }, 'Close'),
          ]),
          h('p', { class: 'status', role: 'status' }, status.value),
          h(
            'div',
            {
              id: LIST,
              role: 'listbox',
              'aria-label': 'Sections',
              hidden: found.value.length === 0,
            },
            found.value.map(drawHit),
          ),
        ]),
      ],
    ),
  ]
}

/** A button and a dialog that search the documentation in the browser: a combobox with its list of sections. */
export const SearchDialog = defineComponent({ name: 'SearchDialog', setup: useSearchDialog })
