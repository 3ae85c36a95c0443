// The entry `alcove/element`: `<alcove-chat base-url="https://chat.example.com">`.
import type { EventFacts } from '../loader/chat-events.ts'
import type { ChatOptions } from '../loader/chat-options.ts'
import type { ChatInstance } from '../loader/chat-instance.ts'
import type { PackageOptions } from './alcove.ts'
import { holdChat, keyOf, type HeldChat } from './page-chat.ts'

/** Options with an attribute, by its name. */
const ATTRIBUTES = {
  'base-url': 'baseUrl',
  app: 'app',
  auth: 'auth',
  theme: 'theme',
  position: 'position',
  'offset-x': 'offsetX',
  'offset-y': 'offsetY',
  'z-index': 'zIndex',
  accent: 'accent',
  'accent-mode': 'accentMode',
  radius: 'radius',
  density: 'density',
  font: 'font',
  name: 'name',
  logo: 'logo',
  greeting: 'greeting',
  hint: 'hint',
  prompts: 'prompts',
  placeholder: 'placeholder',
  attachments: 'attachments',
  disclaimer: 'disclaimer',
  'disclaimer-link': 'disclaimerLink',
  history: 'history',
  snippets: 'snippets',
  feedback: 'feedback',
  copy: 'copy',
  retry: 'retry',
  edit: 'edit',
  speak: 'speak',
  'header-action': 'headerAction',
  menu: 'menu',
  person: 'person',
  mode: 'mode',
  target: 'target',
  push: 'push',
  launcher: 'launcher',
  'show-on': 'showOn',
  'hide-on': 'hideOn',
  avoid: 'avoid',
  proactive: 'proactive',
  'proactive-delay': 'proactiveDelay',
  triggers: 'triggers',
  'title-badge': 'titleBadge',
  locale: 'locale',
  'events-content': 'eventsContent',
  links: 'links',
  'links-paths': 'linksPaths',
  'launcher-label': 'launcherLabel',
  'launcher-icon': 'launcherIcon',
  debug: 'debug',
} as const satisfies Readonly<Record<string, string>>

/** On a server the module is only imported, and there is no such class to extend. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * A chat as an element. Its attributes are the script tag's without `data-`, and `base-url`; `open` shows
 * whether the panel is open, and opens or closes it. Its events are those of `ChatEvents` with the prefix
 * `alcove:`, such as `alcove:open`, with their payload as `detail`; they also reach the document. It draws
 * nothing in its place, except with `mode="inline"` and no `target`: then the chat stands in it. When it is
 * removed from the page, the chat is removed and its conversation kept; when it is moved, the chat stays
 * unchanged.
 */
export class AlcoveChatElement extends Base {
  static readonly observedAttributes = [...Object.keys(ATTRIBUTES), 'open']

  #auth: ChatOptions['auth']
  #visitorProof: ChatOptions['visitorProof']
  #held: HeldChat | undefined
  #key: string | undefined
  #stops: (() => void)[] = []
  #isDue = false

  /** Identity that an attribute cannot hold, `{ getToken }`. Takes precedence over the attribute. */
  get auth(): ChatOptions['auth'] {
    return this.#auth
  }

  set auth(auth: ChatOptions['auth']) {
    this.#auth = auth
    this.#follow()
  }

  /** The page's proof for a new visitor; attributes cannot hold a function. */
  get visitorProof(): ChatOptions['visitorProof'] {
    return this.#visitorProof
  }

  set visitorProof(visitorProof: ChatOptions['visitorProof']) {
    this.#visitorProof = visitorProof
    this.#follow()
  }

  /** The chat of this element. `undefined` before the element is on the page, and without `base-url`. */
  get chat(): ChatInstance | undefined {
    return this.#held?.chat
  }

  connectedCallback() {
    // Properties that were set before the element was defined.
    for (const name of ['auth', 'visitorProof'] as const) {
      if (!Object.hasOwn(this, name)) continue
      const given = this[name]
      delete (this as Partial<AlcoveChatElement>)[name]
      Object.assign(this, { [name]: given })
    }
    this.#follow()
  }

  disconnectedCallback() {
    this.#follow()
  }

  attributeChangedCallback() {
    this.#follow()
  }

  /** Runs later, because several attributes change in sequence, and a move is a removal and an insertion. */
  #follow() {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      this.#update()
    })
  }

  #update() {
    const options = this.isConnected ? this.#readOptions() : undefined
    const key = options && keyOf(options)
    if (key !== this.#key) {
      this.#leave()
      this.#key = key
      if (options) this.#take(options)
    } else if (options) this.#held?.follow(options)
    const isOpen = this.hasAttribute('open')
    const { chat, state } = this.#held ?? {}
    if (!chat || isOpen === state?.isOpen) return
    // Failures arrive as `alcove:error` events.
    ;(isOpen ? chat.open() : chat.close()).catch(() => {})
  }

  #readOptions(): PackageOptions | undefined {
    const options: Record<string, unknown> = {}
    for (const [attribute, name] of Object.entries(ATTRIBUTES)) {
      const value = this.getAttribute(attribute)
      if (value !== null) options[name] = value
    }
    if (this.#auth !== undefined) options['auth'] = this.#auth
    if (this.#visitorProof !== undefined) options['visitorProof'] = this.#visitorProof
    if (options['mode'] === 'inline' && options['target'] === undefined) {
      options['target'] = this
      // An unknown element is inline and has no size.
      this.style.display ||= 'block'
    }
    if (options['baseUrl'] !== undefined) return options as unknown as PackageOptions
    console.error('[Alcove] <alcove-chat>: base-url is the address of the service')
    return undefined
  }

  #take(options: PackageOptions) {
    const held = holdChat(options)
    this.#held = held
    // The chat dispatches on the document. If it stands in the element, the event has already bubbled through
    // it.
    const tell = (payload: EventFacts) => {
      if (options.target === this) return
      const detail = payload instanceof Error ? payload : { ...payload, content: undefined }
      this.dispatchEvent(new CustomEvent(`alcove:${payload.event}`, { detail }))
    }
    // People open and close the chat as well, so the attribute follows the state.
    const reflect = (isOpen: boolean) => () => void this.toggleAttribute('open', isOpen)
    this.#stops = [
      held.chat.on('open', reflect(true)),
      held.chat.on('close', reflect(false)),
      held.chat.on('*', tell),
    ]
  }

  #leave() {
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#held?.release()
    this.#held = undefined
  }
}

if (globalThis.customElements && !customElements.get('alcove-chat')) {
  customElements.define('alcove-chat', AlcoveChatElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'alcove-chat': AlcoveChatElement
  }
}
