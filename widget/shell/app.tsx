import { useAtomValue, useStore } from 'jotai/react'
import { createPortal } from 'react-dom'
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { later } from '../../shared/later.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import {
  canStopAtom,
  focusRequestAtom,
  sendWaitAtom,
  stopAtom,
} from '../composer/atoms/composer.ts'
import { cancelSendAtom } from '../composer/atoms/draft-send.ts'
import { loadThreadList } from '../thread-list/atoms/new-thread.ts'
import '../theme/tokens.css'
import '../theme/base.css'
import { Announcer } from '../ui/announcer.tsx'
import type { Announcer as AnnouncerQueue } from '../ui/create-announcer.ts'
import { focusInFrame } from '../ui/focus-in-frame.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import './app.css'
import { isImeKey, isTouchPrimary } from '../world/decide-key.ts'
import type { FrameSlots } from './frame-slots.ts'
import { Header } from './header/header.tsx'
import { OfflineBanner } from './notices/offline-banner.tsx'
import { ThreadListSlot } from '../thread-list/thread-list-slot.tsx'
import { Thread } from '../messages/log/thread.tsx'
import { personNumberAtom } from '../world/identity.ts'
import { isCoveredAtom } from '../world/person-naming.ts'

// Lazy: not needed before a message is sent, an answer arrives, or a call fails.
const Narration = lazyPart(async () => (await import('./narration/narration.tsx')).Narration)
const MessageKeeper = lazyPart(
  async () => (await import('../messages/actions/message-keeper.tsx')).MessageKeeper,
)
const LinkQuestion = lazyPart(async () => (await import('./link-question.tsx')).LinkQuestion)
const loadDevice = later(() => import('../session/keep-device.ts'))
const AuthCard = lazyPart(async () => (await import('./notices/auth-card.tsx')).AuthCard)
const NobodyCard = lazyPart(async () => (await import('./notices/nobody-card.tsx')).NobodyCard)
const NoticeBar = lazyPart(async () => (await import('./notices/notice-bar.tsx')).NoticeBar)
const ThreadListKeeper = lazyPart(
  async () => (await import('../thread-list/thread-list-keeper.tsx')).ThreadListKeeper,
)

export interface AppProps {
  /** The elements of the document that it draws into. */
  slots: FrameSlots
  /** The composer's field, which stands in a root of its own. */
  field: RefObject<HTMLTextAreaElement | null>
  announcer: AnnouncerQueue
  onClose: (reason: 'escape' | 'button') => void
  /** Called once, when the composer can be used. */
  onUsable: () => void
}

/** Everything inside the frame. Expects a store of `createChatStore` around it. */
export function App({ slots, field, announcer, onClose, onUsable }: AppProps) {
  const { t } = useI18n()
  const store = useStore()
  const title = useRef<HTMLHeadingElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const conversation = useRef<HTMLElement>(slots.conversation)
  const listToggle = useRef<HTMLButtonElement>(null)
  const usable = useRef(onUsable)

  const isCovered = useAtomValue(isCoveredAtom)
  // Before the focus moves: hidden elements cannot take it.
  useLayoutEffect(() => {
    slots.box.dataset['covered'] = String(isCovered)
  }, [slots, isCovered])
  useFocusAfterCover(isCovered)
  useEscapeLayers({ field, log, onClose })
  useFocusRequests(field, title)

  useEffect(() => {
    usable.current()
    // The composer is usable, so code for the first press is loaded ahead. A failed load is repeated on demand.
    void loadThreadList()
    // Drafts are stored as soon as the code for it has loaded.
    const life = new AbortController()
    void loadDevice().then(({ keepDevice }) => keepDevice(store, life.signal))
    return () => life.abort()
  }, [store])

  useLayoutEffect(() => {
    slots.conversation.setAttribute('aria-label', t('thread.main'))
  }, [slots, t])
  useLayoutEffect(() => removeEarlyParts(slots), [slots])

  return (
    <Announcer announcer={announcer} isQuiet={isCovered}>
      {createPortal(
        <ThreadListSlot
          key={useAtomValue(personNumberAtom)}
          behindRef={conversation}
          toggleRef={listToggle}
        />,
        slots.list,
      )}
      {createPortal(
        <Header titleRef={title} listToggleRef={listToggle} onClose={() => onClose('button')} />,
        slots.head,
      )}
      {createPortal(
        <>
          <OfflineBanner />
          <Thread logRef={log} />
          <Suspense>
            <AuthCard />
            <NobodyCard />
            <NoticeBar />
          </Suspense>
          <Suspense>
            <ThreadListKeeper />
          </Suspense>
        </>,
        slots.log,
      )}
      {createPortal(
        <Suspense>
          <Narration />
          <MessageKeeper />
          <LinkQuestion />
        </Suspense>,
        slots.beside,
      )}
    </Announcer>
  )
}

/** Removes the parts of the document that the app has just drawn itself. The focus stays on the same button. */
function removeEarlyParts({ head, log }: FrameSlots): void {
  const hadFocus = document.activeElement?.matches('[data-early] .header-close') === true
  for (const slot of [head, log]) slot.querySelector('[data-early]')?.remove()
  if (hadFocus) head.querySelector<HTMLElement>('.header-close')?.focus()
}

/** Covered content loses the focus, and gets it back when the same person continues. */
function useFocusAfterCover(isCovered: boolean): void {
  const focused = useRef<Element | null>(null)

  useLayoutEffect(() => {
    if (isCovered) {
      focused.current = document.activeElement
      return
    }
    const before = focused.current
    focused.current = null
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && before instanceof HTMLElement) before.focus({ preventScroll: true })
  }, [isCovered])
}

/** Moves the focus when actions request it; never otherwise. */
function useFocusRequests(
  field: RefObject<HTMLElement | null>,
  title: RefObject<HTMLElement | null>,
): void {
  const request = useAtomValue(focusRequestAtom)

  useLayoutEffect(() => {
    if (request === 0) return undefined
    // A finger may have tapped the field before the app came; its next keys would be lost.
    const takesKeys = document.hasFocus() && document.activeElement === field.current
    // A focused field would open the screen keyboard before the person has read anything.
    const target = isTouchPrimary(window) && !takesKeys ? title : field
    return target.current ? focusInFrame(target.current) : undefined
  }, [request, field, title])
}

/** With a modifier the key is a shortcut of the browser or of the system. */
const isPlainEscape = ({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Escape' && !shiftKey && !ctrlKey && !altKey && !metaKey

interface EscapeLayersInput {
  readonly field: RefObject<HTMLElement | null>
  readonly log: RefObject<HTMLElement | null>
  readonly onClose: (reason: 'escape') => void
}

/**
 * Each press of Escape undoes one thing: a tooltip (which stops the event), the run, a waiting message, the focus
 * in the list, and last the panel. Listens on the window, since nothing may have the focus.
 */
function useEscapeLayers({ field, log, onClose }: EscapeLayersInput): void {
  const store = useStore()
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isPlainEscape(event) || event.defaultPrevented || isImeKey(event)) return
    event.preventDefault()
    const isInList = log.current?.contains(document.activeElement) === true
    if (store.get(canStopAtom)) store.set(stopAtom)
    else if (store.get(sendWaitAtom)) store.set(cancelSendAtom)
    else if (!isInList) return onClose('escape')
    field.current?.focus()
  })

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
