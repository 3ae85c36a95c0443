import { useAtomValue } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { shownQueueAtom } from '../../state/queued.ts'
import { useAnnounce } from '../../ui/announcer.tsx'
import { useChange } from '../narration/use-change.ts'

/** Says that a message waits: nothing else happens when it is sent. */
export function useQueueAnnouncements(): void {
  const { t } = useI18n()
  const announce = useAnnounce()
  const last = useAtomValue(shownQueueAtom).findLast(({ error }) => error === null)?.id

  useChange(last, (id) => {
    if (id !== undefined) announce(`${t('message.waiting')}. ${t('message.waitingHint')}`)
  })
}
