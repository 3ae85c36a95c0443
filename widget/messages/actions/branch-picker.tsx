import { useAtomValue, useSetAtom } from 'jotai/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import { atom, type ExtractAtomValue } from 'jotai/vanilla'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { branchesAtom } from '../../conversation/atoms/conversation-view.ts'
import { capabilitiesAtom, isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { switchBranchAtom } from '../../conversation/atoms/thread.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { messageHeadingId } from '../message-element.ts'

type BranchPlace = NonNullable<ExtractAtomValue<ReturnType<typeof branchesAtom>>>

/** Shows which version of a turn is displayed, with buttons for the others. Empty for a single version. */
export function BranchPicker({ messageId }: { messageId: string }) {
  const place = useAtomValue(useMemo(() => branchesAtom(messageId), [messageId]))
  return place && <Picker messageId={messageId} place={place} />
}

function Picker({ messageId, place }: { messageId: string; place: BranchPlace }) {
  const { t } = useI18n()
  const isRunning = useAtomValue(isRunningAtom)
  const { switchBranchDuringRun } = useAtomValue(capabilitiesAtom)
  const switchBranch = useSetAtom(switchBranchAtom)
  const leave = useSetAtom(leaveForBranchAtom)
  const arrive = useSetAtom(arriveAtBranchAtom)
  const picker = useRef<HTMLDivElement>(null)
  const placeId = useId()
  const isBlocked = isRunning && !switchBranchDuringRun

  useLayoutEffect(() => {
    if (picker.current !== null) arrive(picker.current, messageId)
  }, [arrive, messageId])

  function go(direction: BranchDirection): void {
    const id = direction === 'next' ? place.nextId : place.previousId
    if (id === null || isBlocked || picker.current === null) return
    leave(picker.current, id, direction)
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

type BranchDirection = 'previous' | 'next'

/** Position of the picker when its message left for another branch. */
interface Departure {
  readonly messageId: string
  readonly direction: BranchDirection
  /** CSS pixels from the top of the frame. */
  readonly top: number
}

/** The next branch is another element, so focus and position are carried from one picker to the next. */
const departureAtom = atom<Departure | null>(null)

const leaveForBranchAtom = atom(
  null,
  (_get, set, picker: Element, messageId: string, direction: BranchDirection) =>
    set(departureAtom, { messageId, direction, top: picker.getBoundingClientRect().top }),
)

/** Focuses the same button of the new picker, and puts the picker where the old one was. */
const arriveAtBranchAtom = atom(null, (get, set, picker: Element, messageId: string) => {
  const departure = get(departureAtom)
  if (departure?.messageId !== messageId) return
  const { direction, top } = departure
  set(departureAtom, null)
  const button = picker.querySelector<HTMLElement>(`[data-branch=${direction}]`)
  // At this moment the log handles no focus event, and would take its message out of the Tab order.
  queueMicrotask(() => button?.focus({ preventScroll: true }))
  const scroller = picker.closest('[role=log]')
  if (scroller !== null) scroller.scrollTop += picker.getBoundingClientRect().top - top
})
