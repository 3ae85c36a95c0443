import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { Suspense, useMemo } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { queuedAtom } from '../../../state/queued.ts'
import { failedMessageIdsAtom, retryAtom } from '../../../state/thread.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { messageHeadingId } from '../message-element.ts'

const SendFailure = lazyPart(async () => (await import('./send-failure.tsx')).SendFailure)
const QueuedNote = lazyPart(async () => (await import('./queued-note.tsx')).QueuedNote)

/** Says that a message did not arrive, and what can be done about it. */
export function NotSent({ id }: { id: string }) {
  const { t } = useI18n()
  const hasFailedAtom = useMemo(() => atom((get) => get(failedMessageIdsAtom).has(id)), [id])
  const hasFailed = useAtomValue(hasFailedAtom)
  const queued = useAtomValue(useMemo(() => queuedAtom(id), [id]))
  const retry = useSetAtom(retryAtom)
  if (queued) {
    return (
      <Suspense>
        <QueuedNote queued={queued} />
      </Suspense>
    )
  }
  if (!hasFailed) return null
  return (
    <div className="not-sent" data-ui>
      <span>{t('message.notSent')}</span>
      <span aria-hidden>·</span>
      <button
        type="button"
        className="text-button"
        aria-describedby={messageHeadingId(id)}
        onClick={() => retry(id)}
      >
        {t('action.tryAgain')}
      </button>
      <Suspense>
        <SendFailure id={id} />
      </Suspense>
    </div>
  )
}
