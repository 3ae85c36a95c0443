import { useAtomValue, useSetAtom } from 'jotai/react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useId, useLayoutEffect, useRef } from 'react'
import type { ExtractAtomValue } from 'jotai/vanilla'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { capabilitiesAtom, isRunningAtom, switchBranchAtom } from '../../../state/thread.ts'
import type { branchesAtom } from '../../../state/thread.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { leaveForBranch, takeBranchArrival } from './branch-arrival.ts'
import type { BranchDirection } from './branch-arrival.ts'
import { messageHeadingId } from '../message-element-id.ts'

export interface BranchPickerProps {
  messageId: string
  place: NonNullable<ExtractAtomValue<ReturnType<typeof branchesAtom>>>
}

/** Which version of a turn is shown, and the way to the others. */
export function BranchPicker({ messageId, place }: BranchPickerProps) {
  const { t } = useI18n()
  const isRunning = useAtomValue(isRunningAtom)
  const { switchBranchDuringRun } = useAtomValue(capabilitiesAtom)
  const switchBranch = useSetAtom(switchBranchAtom)
  const picker = useRef<HTMLDivElement>(null)
  const placeId = useId()
  const isBlocked = isRunning && !switchBranchDuringRun

  useLayoutEffect(() => {
    if (picker.current !== null) takeBranchArrival(picker.current, messageId)
  }, [messageId])

  function go(direction: BranchDirection): void {
    const id = direction === 'next' ? place.nextId : place.previousId
    if (id === null || isBlocked || picker.current === null) return
    leaveForBranch(picker.current, id, direction)
    switchBranch(id)
  }

  function button(direction: BranchDirection, target: string | null) {
    const isNext = direction === 'next'
    return (
      <IconButton
        label={t(isNext ? 'branch.next' : 'branch.previous')}
        tooltip={isBlocked ? t('branch.running') : undefined}
        aria-describedby={`${placeId} ${messageHeadingId(messageId)}`}
        aria-disabled={isBlocked || target === null}
        data-branch={direction}
        onClick={() => go(direction)}
      >
        {isNext ? <ChevronRight data-flip /> : <ChevronLeft data-flip />}
      </IconButton>
    )
  }

  return (
    <div ref={picker} className="branch-picker">
      {button('previous', place.previousId)}
      <span className="branch-place" aria-hidden dir="ltr">
        {t('branch.place', { n: place.number, count: place.count })}
      </span>
      {button('next', place.nextId)}
      <VisuallyHidden id={placeId}>
        {t('branch.placeName', { n: place.number, count: place.count })}
        {isBlocked && ` ${t('branch.running')}`}
      </VisuallyHidden>
    </div>
  )
}
