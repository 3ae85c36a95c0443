import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { messageElementId } from '../message/message-element.ts'
import { createScrollKeeper } from './create-scroll-keeper.ts'
import type { ScrollKeeper, ScrollKeeperElements, ScrollPlace } from './create-scroll-keeper.ts'
import { describeListChange } from './describe-list-change.ts'
import type { ScrollSetting } from './scroll-state.ts'

export interface ScrollKeeperInput {
  readonly refs: { readonly [Name in keyof ScrollKeeperElements]: RefObject<HTMLDivElement | null> }
  readonly setting: ScrollSetting
  /** Message ids as drawn. */
  readonly ids: readonly string[]
  /** Ids of the reader's own messages that were drawn just now count as sent. */
  readonly isOwnMessage: (id: string) => boolean
  /** False while the stored messages of a thread may still arrive. */
  readonly isHistoryReady: boolean
}

/** Ties a {@link ScrollKeeper} to the drawn list. */
export function useScrollKeeper(input: ScrollKeeperInput): {
  place: ScrollPlace
  scrollToLatest: () => void
} {
  const { refs, setting, ids, isOwnMessage, isHistoryReady } = input
  const [place, setPlace] = useState({ isScrolled: false, isAway: false, hasNew: false })
  const keeper = useRef<ScrollKeeper>(null)
  const drawn = useRef({ ids, isHistoryReady: false })

  useLayoutEffect(() => {
    const { log, content, floor } = refs
    if (log.current === null || content.current === null || floor.current === null) return
    keeper.current = createScrollKeeper(
      { log: log.current, content: content.current, floor: floor.current },
      setting,
      setPlace,
    )
    return () => keeper.current?.destroy()
  }, [refs, setting])

  useLayoutEffect(() => {
    const before = drawn.current
    drawn.current = { ids, isHistoryReady }
    const change = describeListChange(before.ids, ids, before.isHistoryReady)
    if (change.type === 'opened') keeper.current?.opened()
    if (change.type !== 'appended') return
    const sentId = change.ids.findLast(isOwnMessage)
    const turn = sentId === undefined ? null : document.getElementById(messageElementId(sentId))
    if (turn !== null) keeper.current?.sent(turn)
  }, [ids, isHistoryReady, isOwnMessage])

  return { place, scrollToLatest: () => keeper.current?.scrollToLatest() }
}
