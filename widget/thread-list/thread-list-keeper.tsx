import { useAtomValue, useSetAtom, useStore } from 'jotai/react'
import { Suspense, useEffect, useRef } from 'react'
import { requestFocusAtom } from '../world/focus-requests.ts'
import { firstWordsAtom } from './atoms/first-words.ts'
import { keepListHabits } from './atoms/list-habits.ts'
import { listPlaceAtom, noteListNewsAtom, panelAtom } from '../world/panel.ts'
import { dismissThreadNoticeAtom, THREAD_UNDO_MS } from './atoms/shown-list.ts'
import {
  threadNoticeAtom,
  type ThreadNotice,
  isThreadNoticeHeldAtom,
} from './atoms/thread-list-facts.ts'
import { mergeQuestionAtom } from './atoms/page-question.ts'
import { unreadCountAtom } from './atoms/unread.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageQuestion } from './page-question.tsx'
import { useAnnounce } from '../ui/announcer.tsx'
import { useChange } from '../ui/use-change.tsx'
import { describeThreadNotice, ThreadNoticeCard } from './thread-notice-card.tsx'
import { useI18n } from '../i18n/i18n-context.tsx'
import { ANNOUNCE_DELAY_MS } from './row-tasks.tsx'

// Loaded with its question, because most people have no conversations from before a sign-in.
const MergeCard = lazyPart(async () => (await import('./merge-card.tsx')).MergeCard)

/** Parts of the list that run while it is hidden: notices, and unread marks. */
export function ThreadListKeeper() {
  const isShown = useAtomValue(listPlaceAtom) !== 'none'
  const mergeAnswer = useAtomValue(mergeQuestionAtom)
  const requestFocus = useSetAtom(requestFocusAtom)
  useHabits()
  useNoticeEnd()
  useNoticeSpeech()
  useNews()
  return (
    <>
      <PageQuestion />
      {mergeAnswer && (
        <Suspense>
          <MergeCard answer={mergeAnswer} />
        </Suspense>
      )}
      {!isShown && (
        <div className="notice thread-notice-place">
          <ThreadNoticeCard onUndone={requestFocus} onDismissed={requestFocus} />
        </div>
      )}
    </>
  )
}

/** Only after the chat was opened: before that nothing is read. */
function useHabits(): void {
  const store = useStore()
  const { isOpen } = useAtomValue(panelAtom)
  useEffect(() => {
    if (isOpen) return keepListHabits(store)
  }, [isOpen, store])
}

/** Removes a notice after its time, which is paused while the person is at it. */
function useNoticeEnd(): void {
  const notice = useAtomValue(threadNoticeAtom)
  const isHeld = useAtomValue(isThreadNoticeHeldAtom)
  const dismiss = useSetAtom(dismissThreadNoticeAtom)
  const rest = useRef<{ notice: ThreadNotice; ms: number } | null>(null)

  useEffect(() => {
    // Failures stay until they are dismissed.
    if (notice?.type !== 'archived') return
    if (rest.current?.notice !== notice) rest.current = { notice, ms: THREAD_UNDO_MS }
    if (isHeld) return
    const own = rest.current
    const startedAt = performance.now()
    const timer = setTimeout(dismiss, own.ms)
    return () => {
      clearTimeout(timer)
      own.ms = Math.max(0, own.ms - (performance.now() - startedAt))
    }
  }, [dismiss, isHeld, notice])
}

function useNoticeSpeech(): void {
  const { t } = useI18n()
  const announce = useAnnounce()
  useChange(useAtomValue(threadNoticeAtom), (notice) => {
    if (notice === null) return
    const isArchived = notice.type === 'archived'
    const text = isArchived ? t('threads.sayArchived') : describeThreadNotice(t, notice)
    announce(text, { delayMs: ANNOUNCE_DELAY_MS })
  })
}

/** Reports unread answers to the header, which exists before the list. */
function useNews(): void {
  const unreadCount = useAtomValue(unreadCountAtom)
  const setHasNews = useSetAtom(noteListNewsAtom)
  // Subscribed to collect first words, because a closed thread drops its messages.
  useAtomValue(firstWordsAtom)
  useEffect(() => setHasNews(unreadCount > 0), [setHasNews, unreadCount])
}
