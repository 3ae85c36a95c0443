import { ofDocument } from '../own-document.ts'

/** Marks the history entry that Back removes instead of leaving the page. */
const MARK = 'alcoveSheet'

/** Whether the current history entry is that of an open sheet. */
export const isSheetEntry = (): boolean =>
  Boolean((history.state as Record<string, unknown> | null)?.[MARK])

/**
 * Closes a full-screen sheet with Back, because a sheet looks like a page. While it is open, the history has
 * an extra entry with the page's own address and state. Returns a function that sets whether there is a
 * sheet.
 */
export function closeOnBack(close: () => void, signal: AbortSignal): (isSheet: boolean) => void {
  let isSheet = false
  /** The chat's own step back is in progress: the next `popstate` removes the entry. */
  let isLeaving = false

  function update() {
    if (isLeaving || isSheet === isSheetEntry()) return
    if (isSheet) enter()
    else {
      isLeaving = true
      history.back()
    }
  }

  function enter() {
    try {
      // The page's router sees the entry that it knows, with its own state.
      history.pushState({ ...(history.state as object | null), [MARK]: true }, '')
    } catch {
      // A page without usable history: Back leaves the page.
    }
  }

  function handlePop() {
    if (isLeaving) {
      isLeaving = false
      update()
    } else if (isSheet && !isSheetEntry()) close()
  }

  addEventListener('popstate', handlePop, { signal })
  return (isNowSheet) => {
    if (isSheet === isNowSheet) return
    isSheet = isNowSheet
    update()
  }
}

/** Layers that handle Escape themselves: dialogs and popovers of the browser, wherever the focus is. */
const OPEN_ABOVE = ':is(:modal,:popover-open)'
/** Layers of the page's own making, if they contain the focus. */
const OWN_LAYER = '[role$=dialog],[role=menu],[role=listbox],[aria-haspopup][aria-expanded=true]'

/**
 * Closes the chat with Escape, wherever on the page the focus is, unless another layer handles the key: each
 * press closes one layer.
 */
export function closeOnEscape(close: () => void, signal: AbortSignal): void {
  addEventListener(
    'keydown',
    ({ key, isComposing, defaultPrevented, target }) => {
      if (key !== 'Escape' || isComposing || defaultPrevented) return
      // The target is still in its layer, even if the page has just removed the layer from the document.
      const isTheirs = (target as Partial<Element>).closest?.(OWN_LAYER)
      if (!isTheirs && !ofDocument('querySelector').call(document, OPEN_ABOVE)) close()
    },
    { signal },
  )
}
