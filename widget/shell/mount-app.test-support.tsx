import { act } from 'react'
import { vi } from 'vitest'
import type { EarlyInput } from '../composer/atoms/take-over.ts'
import { follow } from '../host/follow-atom.ts'
import { ownerPressAtom } from '../world/owner-actions.ts'
import { drawFrame, type DrawFrameOptions } from './draw-frame.tsx'
import { renderEarlyDocument } from './early-document.tsx'
import { createFakeChat, type FakeChat } from './fake-chat.test-support.ts'
// Loaded after the first paint; in tests it is loaded already. Parts of one `Suspense` wait for each other.
import '../messages/actions/message-keeper.tsx'
import './link-question.tsx'
import './narration/narration.tsx'
import './notices/auth-card.tsx'
import './notices/nobody-card.tsx'
import './notices/notice-bar.tsx'
import '../thread-list/thread-list-keeper.tsx'
import '../messages/log/message-list.tsx'
import '../messages/log/scroll-keeper.tsx'
import '../markdown/markdown.tsx'
import '../markdown/linked-text.tsx'
import '../messages/tools/cards/page-cards.ts'
import '../messages/tools/cards/tool-value.tsx'

/** The whole frame over a fake chat, with a user's actions. */
export async function mountApp(prepare: (chat: FakeChat) => void = () => undefined) {
  const chat = createFakeChat()
  prepare(chat)
  const onClose = vi.fn<(reason: 'escape' | 'button') => void>()
  const onUsable = vi.fn<() => void>()
  const onAction = vi.fn<(type: string) => void>()
  follow(chat.store, ownerPressAtom, (press) => press && onAction(press.type))
  const page = await mountFrame({ store: chat.store, onClose, onUsable })
  const { container } = page
  const buttons = () => [...container.querySelectorAll('button')]

  return {
    chat,
    page,
    container,
    onClose,
    onAction,
    onUsable,
    field: container.querySelector('textarea')!,
    /** A button by its accessible name. */
    button(name: string): HTMLButtonElement | undefined {
      return buttons().find(
        (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
      )
    },
    /** All texts of the live regions, with alerts marked. */
    heard(): string[] {
      return [
        ...container.querySelectorAll('[aria-live=polite] > *, [aria-live=assertive] > *'),
      ].map((node) => (node.closest('[aria-live=assertive]') ? 'alert: ' : '') + node.textContent)
    },
    do: (change: () => void) => act(async () => change()),
    click: (target: Element, init: MouseEventInit = {}) =>
      act(async () => {
        target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
        await nextTask()
      }),
    press: (target: Element, key: string, init: KeyboardEventInit = {}) =>
      act(async () => {
        const event = new KeyboardEvent('keydown', {
          key,
          bubbles: true,
          cancelable: true,
          ...init,
        })
        target.dispatchEvent(event)
        await nextTask()
      }),
    type: (text: string) =>
      act(async () => {
        const area = container.querySelector('textarea')!
        // React listens to the native setter's effect, not to the property.
        const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!
        set?.call(area, text)
        area.dispatchEvent(new Event('input', { bubbles: true }))
      }),
  }
}

const NO_INPUT: EarlyInput = { sent: null, typed: '', files: [], isSendWished: false }

/** The document of the build, taken over by the app. */
export async function mountFrame(options: Omit<DrawFrameOptions, 'root' | 'takeOver'>) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const container = document.createElement('div')
  container.innerHTML = renderEarlyDocument()
  document.body.append(container)
  let remove: (() => void) | undefined
  await act(async () => {
    remove = drawFrame({ ...options, root: container, takeOver: () => NO_INPUT })
  })
  return {
    container,
    async unmount() {
      await act(async () => remove?.())
      container.remove()
    },
  }
}

/** A separate task, since handlers of an event may respond in one. */
async function nextTask() {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0)
  else await new Promise((resolve) => setTimeout(resolve))
}

export type MountedApp = Awaited<ReturnType<typeof mountApp>>
