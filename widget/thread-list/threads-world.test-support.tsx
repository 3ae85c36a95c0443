import { act } from 'react'
import { vi } from 'vitest'
import { depsOf, provideDepsAtom } from '../world/chat-deps.ts'
import { closeConversationsAtom } from '../conversation/atoms/conversations.ts'
import './atoms/open-threads.ts'
import { openThreadAtom, setPanelAtom } from './atoms/opening.ts'
import type { ThreadItem } from '../api/cloud-threads.ts'
import { createNoCloud } from '../api/cloud.ts'
import { mountApp } from '../shell/mount-app.test-support.tsx'
import { createFakeThreads } from './fake-threads.test-support.ts'
import './thread-list-pane.tsx'
import { identifyAtom } from '../world/identify.ts'

export interface ThreadsWorldOptions {
  readonly rows?: readonly ThreadItem[]
  /** The shown thread; default: a new one. */
  readonly shown?: string
  /** Width of the frame; default: too narrow for a list beside the conversation. */
  readonly widthPx?: number
  /** Default: the list is open. */
  readonly isClosed?: boolean
  readonly isReadOnly?: boolean
}

const NARROW_PX = 400

interface Viewport {
  readonly width: number
  readonly height: number
}

/** Resizes the simulated window. */
const setViewport = (viewport: Viewport): void =>
  (
    window as unknown as { happyDOM: { setViewport(viewport: Viewport): void } }
  ).happyDOM.setViewport(viewport)

/** The whole frame, with threads that the test controls. */
export async function mountWithThreads(options: ThreadsWorldOptions = {}) {
  const { rows = [], shown, widthPx = NARROW_PX, isClosed = false, isReadOnly = false } = options
  setViewport({ width: widthPx, height: 700 })
  const threads = createFakeThreads(rows)
  const app = await mountApp(({ store }) => {
    const deps = depsOf(store.get)
    store.set(provideDepsAtom, {
      ...deps,
      isReadOnly,
      clock: { ...deps.clock, now: Date.now },
      createCloud: () => ({ ...createNoCloud(), threads: async () => threads.adapter }),
    })
    // Close the fake chat's conversations: this test shows those of the list.
    store.set(closeConversationsAtom)
    void store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  })
  const { container, chat } = app
  const main = rows.find(({ remoteId }) => remoteId === shown)
  await app.do(() => {
    void chat.store.set(
      openThreadAtom,
      main ? { id: main.remoteId, title: main.title ?? null } : null,
    )
  })
  await settle()
  await app.do(() => void chat.store.set(setPanelAtom, { isOpen: true, userGesture: true }))

  /** Lets all ready work finish. */
  function settle(): Promise<void> {
    return act(async () => {
      for (let round = 0; round < 6; round += 1) {
        if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0)
        else await new Promise((resolve) => void setTimeout(resolve, 0))
      }
    })
  }

  const world = {
    ...app,
    threads,
    settle,
    list: () => container.querySelector<HTMLElement>('nav'),
    /** Headings and names, in order. */
    lines: () =>
      [...container.querySelectorAll('nav h3, nav .thread-title')].map(
        ({ localName, textContent }) => (localName === 'h3' ? `# ${textContent}` : textContent),
      ),
    /** The button of a thread, by its name. */
    row: (name: string): HTMLButtonElement | undefined =>
      [...container.querySelectorAll<HTMLButtonElement>('.thread-open')].find(
        (button) => button.querySelector('.thread-title')?.textContent === name,
      ),
    focused: () => {
      const { activeElement } = document
      const title = activeElement?.querySelector('.thread-title') ?? activeElement
      return activeElement?.getAttribute('aria-label') ?? title?.textContent
    },
    menuItems: () =>
      [...container.querySelectorAll('[role=menuitem]')].map(({ textContent }) => textContent),
    notice: () => container.querySelector('.thread-notice-text')?.textContent,
    dialog: () => container.querySelector('dialog'),
    nameField: () => container.querySelector<HTMLInputElement>('.thread-name-field'),
    async click(target: Element) {
      await app.click(target)
      await settle()
    },
    async press(target: Element, key: string, init: KeyboardEventInit = {}) {
      await app.press(target, key, init)
      await settle()
    },
    /** Presses a key at the focused element. */
    async key(key: string, init: KeyboardEventInit = {}) {
      await world.press(document.activeElement ?? document.body, key, init)
    },
    async toggle() {
      await world.click(container.querySelector('.list-toggle')!)
    },
    /** Opens the menu of a thread, and chooses an entry. */
    async choose(name: string, entry: string) {
      await world.click(app.button(`More for ${name}`)!)
      const item = [...container.querySelectorAll('[role=menuitem]')].find(
        ({ textContent }) => textContent === entry,
      )
      await world.click(item!)
    },
    /** Replaces the content of a field. */
    async fill(field: HTMLInputElement, text: string) {
      await act(async () => {
        // React tracks the property, so the native setter is used.
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
        set?.call(field, text)
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    /** Advances time; needs fake timers. */
    async wait(ms: number) {
      await act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
    },
  }
  if (!isClosed) {
    await world.toggle()
  }
  return world
}

export type ThreadsWorld = Awaited<ReturnType<typeof mountWithThreads>>
