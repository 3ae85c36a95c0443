import { Check } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { UndoDialog } from './undo-dialog.tsx'
import './publish-done.css'

export interface PublishDoneProps {
  number: number
  /** The version that was live before; null: none, so that nothing can be brought back. */
  before: number | null
}

/** Tells that the draft is live, with the way back. */
export function PublishDone({ number, before }: PublishDoneProps) {
  const { t } = useI18n()
  const [isUndoing, setIsUndoing] = useState(false)
  return (
    <div className="publish-done">
      <Check aria-hidden="true" />
      <span>{t('publish.doneAs', { n: number })}</span>
      {before !== null && (
        <button type="button" className="quiet-button" onClick={() => setIsUndoing(true)}>
          {t('publish.undo')}
        </button>
      )}
      {isUndoing && before !== null && (
        <UndoDialog number={before} onClose={() => setIsUndoing(false)} />
      )}
    </div>
  )
}
