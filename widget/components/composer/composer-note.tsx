import { useAtomValue } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { storageStateAtom } from '../../state/session.ts'
import { isReadOnlyAtom } from '../../state/thread.ts'
import type { DraftLength } from './measure-draft.ts'

export interface ComposerNoteProps {
  id: string
  length: DraftLength
  /** Enter was pressed during a run. */
  isBusyHintShown: boolean
  /** The message waits for its files. */
  isQueued: boolean
}

/** The line under the field: the most pressing thing there is to say about it. */
export function ComposerNote({ id, length, isBusyHintShown, isQueued }: ComposerNoteProps) {
  const { t } = useI18n()
  const storage = useAtomValue(storageStateAtom)
  const isReadOnly = useAtomValue(isReadOnlyAtom)

  function text(): string {
    if (isReadOnly) return t('composer.readOnly')
    if (length.type === 'over') return t('composer.over', { n: length.excess })
    if (isBusyHintShown) return t('composer.busy')
    if (isQueued) return t('composer.queued')
    if (length.type === 'near') {
      return t('composer.count', { n: length.count, limit: length.limit })
    }
    return storage === 'memory' ? t('storage.memory') : t('composer.disclaimer')
  }

  const isPressing = length.type !== 'short' || isBusyHintShown || isQueued
  return (
    <p id={id} className="composer-note" data-state={length.type} data-pressing={isPressing}>
      {text()}
    </p>
  )
}
