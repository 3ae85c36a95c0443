import { useAtomValue, useStore } from 'jotai/react'
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
import { focusInFrame } from '../ui/focus-in-frame.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import './app.css'
import { Composer } from '../composer/composer.tsx'
import { isImeKey, isTouchPrimary } from '../world/decide-key.ts'
import { Header, type HeaderProps } from './header/header.tsx'
import { OfflineBanner } from './notices/offline-banner.tsx'
import { ThreadListSlot } from '../thread-list/thread-list-slot.tsx'
import { Thread } from '../messages/log/thread.tsx'
import { personNumberAtom } from '../world/identity.ts'
import { isCoveredAtom } from '../world/person-naming.ts'

// Nothing of it is needed before something was said, failed or came.
const Narration = lazyPart(async () => (await import('./narration/narration.tsx')).Narration)
const MessageKeeper = lazyPart(
  async () => (await import('../messages/actions/message-keeper.tsx')).MessageKeeper,
)
const LinkQuestion = lazyPart(async () => (await import('./link-question.tsx')).LinkQuestion)
const loadDevice = later(() => import('../session/keep-device.ts'))
const AuthCard = lazyPart(async () => (await import('./notices/auth-card.tsx')).AuthCard)
const NoticeBar = lazyPart(async () => (await import('./notices/notice-bar.tsx')).NoticeBar)
const ThreadListKeeper = lazyPart(
  async () => (await import('../thread-list/thread-list-keeper.tsx')).ThreadListKeeper,
)

export interface AppProps {
  onClose: (reason: 'escape' | 'button') => void
  /** Something of the owner's was pressed. */
  onAction: HeaderProps['onAction']
  /** The composer can be typed into. Called once. */
  onUsable: () => void
}

/** Everything inside the frame. Expects a store of `createChatStore` around it. */
export function App({ onClose, onAction, onUsable }: AppProps) {
  const { t } = useI18n()
  const store = useStore()
  const field = useRef<HTMLTextAreaElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const conversation = useRef<HTMLDivElement>(null)
  const listToggle = useRef<HTMLButtonElement>(null)
  const usable = useRef(onUsable)

  const isCovered = useAtomValue(isCoveredAtom)
  useFocusAfterCover(isCovered)
  useEscapeLayers({ field, log, onClose })
  useFocusRequests(field, title)

  useEffect(() => {
    usable.current()
    // The composer is there; what the first press needs comes ahead of it. Who needs it asks again.
    void loadThreadList()
    // What is typed is kept from the moment that the code for it is there.
    const life = new AbortController()
    void loadDevice().then(({ keepDevice }) => keepDevice(store, life.signal))
    return () => life.abort()
  }, [store])

  return (
    <Announcer isQuiet={isCovered}>
      <div className="app" data-covered={isCovered}>
        <ThreadListSlot
          key={useAtomValue(personNumberAtom)}
          behindRef={conversation}
          toggleRef={listToggle}
        />
        {/* Its header is no banner: that is the host page's. */}
        <main ref={conversation} className="conversation" aria-label={t('thread.main')}>
          <Header
            titleRef={title}
            listToggleRef={listToggle}
            onClose={() => onClose('button')}
            onAction={onAction}
          />
          <div className="main">
            <OfflineBanner />
            <Thread logRef={log} />
            <Suspense>
              <AuthCard />
              <NoticeBar />
            </Suspense>
            <Suspense>
              <ThreadListKeeper />
            </Suspense>
            <Composer fieldRef={field} />
          </div>
        </main>
        <Suspense>
          <Narration />
          <MessageKeeper />
          <LinkQuestion />
        </Suspense>
      </div>
    </Announcer>
  )
}

/** What is covered loses the focus; it is given back when the same person goes on. */
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

/** Follows the focus that actions ask for; it never moves by itself. */
function useFocusRequests(
  field: RefObject<HTMLElement | null>,
  title: RefObject<HTMLElement | null>,
): void {
  const request = useAtomValue(focusRequestAtom)

  useLayoutEffect(() => {
    if (request === 0) return undefined
    // A focused field would bring up the screen keyboard before anything was read.
    const target = isTouchPrimary(window) ? title : field
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
 * One press of Escape takes back one thing: a tooltip (which keeps the press to itself), the run, a
 * message that waits, the focus in the list, and at last the panel. Listens at the window, since the focus may be on
 * nothing.
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
