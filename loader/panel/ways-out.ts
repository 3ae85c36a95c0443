import { ofDocument } from '../own-document.ts'

/** Marks the entry of the page's history that Back takes away in place of the page. */
const MARK = 'alcoveSheet'

const isMarked = () => Boolean((history.state as Record<string, unknown> | null)?.[MARK])

/**
 * A full-screen sheet looks like a page of its own, so Back closes it: while it is open there is one
 * more entry, with the page's own address and state. Returns how to say whether there is a sheet.
 */
export function closeOnBack(close: () => void, signal: AbortSignal): (isSheet: boolean) => void {
  let isSheet = false
  /** Our own step back is under way: the entry is gone with the next `popstate`. */
  let isLeaving = false

  function update() {
    if (isLeaving || isSheet === isMarked()) return
    if (isSheet) enter()
    else {
      isLeaving = true
      history.back()
    }
  }

  function enter() {
    try {
      // To the page's router it is the entry that it knows, with what it keeps there.
      history.pushState({ ...(history.state as object | null), [MARK]: true }, '')
    } catch {
      // A page without a history of its own: there Back leaves.
    }
  }

  function handlePop() {
    if (isLeaving) {
      isLeaving = false
      update()
    } else if (isSheet && !isMarked()) close()
  }

  addEventListener('popstate', handlePop, { signal })
  return (isNowSheet) => {
    if (isSheet === isNowSheet) return
    isSheet = isNowSheet
    update()
  }
}

/** What takes the key for itself: dialogs and popovers of the browser's, wherever the focus is. */
const OPEN_ABOVE = ':is(:modal,:popover-open)'
/** Or one of the page's own making, which the focus is in. */
const OWN_LAYER = '[role$=dialog],[role=menu],[role=listbox],[aria-haspopup][aria-expanded=true]'

/**
 * Closes the chat with Escape, wherever on the page the focus is, unless the key is somebody else's:
 * one press closes one thing.
 */
export function closeOnEscape(close: () => void, signal: AbortSignal): void {
  addEventListener(
    'keydown',
    ({ key, isComposing, defaultPrevented, target }) => {
      if (key !== 'Escape' || isComposing || defaultPrevented) return
      // Still in its layer, also when the page has just taken that out of the document.
      const isTheirs = (target as Partial<Element>).closest?.(OWN_LAYER)
      if (!isTheirs && !ofDocument('querySelector').call(document, OPEN_ABOVE)) close()
    },
    { signal },
  )
}
