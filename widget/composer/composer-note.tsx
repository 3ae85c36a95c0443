import { useAtomValue, useSetAtom } from 'jotai/react'
import { useI18n } from '../i18n/i18n-context.tsx'
import { lookAtom } from '../world/look.ts'
import { openMenuDialogAtom } from '../world/menu-dialog.ts'
import { contextFieldsAtom } from '../world/shared-context.ts'
import { storageStateAtom } from '../world/identity.ts'
import { isReadByPageAtom, isReadOnlyAtom, isRefusingAtom } from '../conversation/atoms/thread.ts'
import type { DraftLength } from './measure-draft.ts'

/** DOM id of a note about files, by its index; it describes the field. */
export const trayNoteId = (index: number): string => `tray-note-${index}`

export interface ComposerNoteProps {
  id: string
  length: DraftLength
  /** Enter was pressed during a run. */
  isBusyHintShown: boolean
  /** Reason why the sent message is delayed. */
  wait: 'files' | 'thread' | null
}

/** The line under the field, with the most urgent note. */
export function ComposerNote({ id, length, isBusyHintShown, wait }: ComposerNoteProps) {
  const { t } = useI18n()
  const storage = useAtomValue(storageStateAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)
  const isRefusing = useAtomValue(isRefusingAtom)
  const { disclaimerLink } = useAtomValue(lookAtom)

  function text(): string {
    if (isReadOnly || isRefusing) return t('composer.readOnly')
    if (length.type === 'over') return t('composer.over', { n: length.excess })
    if (isBusyHintShown) return t('composer.busy')
    if (wait) return t(wait === 'files' ? 'composer.queued' : 'composer.queuedEarly')
    if (length.type === 'near') {
      return t('composer.count', { n: length.count, limit: length.limit })
    }
    return storage === 'memory' ? t('storage.memory') : t('composer.disclaimer')
  }

  const said = text()
  const isRead = useAtomValue(isReadByPageAtom)
  const shared = useAtomValue(contextFieldsAtom).filter(({ isShared }) => isShared).length
  const open = useSetAtom(openMenuDialogAtom)
  const isPressing = length.type !== 'short' || isBusyHintShown || wait !== null
  return (
    <p
      id={id}
      className="composer-note"
      data-state={length.type}
      data-pressing={isPressing}
      translate={isPressing ? 'no' : undefined}
    >
      {isRead && `${t('composer.hostReads')} `}
      {shared > 0 && (
        <>
          <button type="button" className="note-button" onClick={() => open({ name: 'context' })}>
            {t('composer.shares', { n: shared })}
          </button>{' '}
        </>
      )}
      <bdi>{said}</bdi>
      {disclaimerLink && said === t('composer.disclaimer') && (
        <>
          {' '}
          <a href={disclaimerLink} target="_blank" rel="noopener noreferrer">
            <bdi>{t('composer.disclaimerLink')}</bdi>
          </a>
        </>
      )}
    </p>
  )
}
