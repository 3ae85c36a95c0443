import Archive from 'lucide-react/icons/archive'
import type { Ref } from 'react'
import { useListTexts } from './list-texts.ts'

export interface ArchivedSwitchProps {
  buttonRef: Ref<HTMLButtonElement>
  onClick: () => void
}

/** The way to the archived threads. */
export function ArchivedSwitch({ buttonRef, onClick }: ArchivedSwitchProps) {
  const texts = useListTexts()
  return (
    <div className="thread-list-footer">
      <button ref={buttonRef} type="button" className="archived-switch" onClick={onClick}>
        <Archive />
        {texts('threads.archived')}
      </button>
    </div>
  )
}
