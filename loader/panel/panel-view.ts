import type { PanelViewport } from '../../shared/bridge/contract.ts'
import type { PanelWords } from '../../shared/bridge/panel-words.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { PlaceOptions } from '../page-options.ts'
import { adoptCss, createElement, createIcon, ofDocument } from '../own-document.ts'
import { describeForVisitors } from './describe-failure.ts'
import { SHEET_QUERY, WIDE_QUERY } from './panel-queries.ts'
import PANEL_CSS from './panel.css?inline'
import { closeOnBack } from './ways-out.ts'

/** Points down: closes the panel. */
export const CHEVRON = 'M6 9l6 6 6-6'

/** Pages on the developer's own machine; a file has no host. */
const LOCAL_HOST = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])?$/

/** A frame that is not there so long after the panel was opened is said to take longer. */
export const SHELL_SLOW_AFTER_MS = 5_000

/** What the panel is by its place; the third file changes it where the page wants another than beside the launcher. */
export interface PanelShape {
  mode: NonNullable<PlaceOptions['mode']>
  /** Open for as long as it is there. */
  isFixed: boolean
}

export interface PanelView {
  readonly getViewport: () => PanelViewport
  /**
   * Brings panel and page in line with what is so. Until the frame is usable a skeleton, or the
   * card of what went wrong, lies over it.
   */
  readonly draw: (isOpen: boolean, isUsable: boolean, failure: AlcoveError | undefined) => void
  /** Makes the panel wide, where there is room for it. */
  readonly setWide: (isWide: boolean) => void
}

/** What is said until the frame tells it in another language. */
export const ENGLISH: Omit<PanelWords, 'failed'> & {
  readonly failed?: string
  readonly news: string
} = {
  title: 'Chat',
  close: 'Close',
  slow: 'This takes longer than usual…',
  retry: 'Try again',
  answering: 'answering',
  unread: 'new answer',
  news: 'New answer from the assistant',
}

/**
 * The panel around the frame, and what it does to the page when it is a full-screen sheet.
 *
 * @param onChange the panel's place on the page changed.
 */
export function createPanelView(
  root: Element,
  panel: HTMLElement,
  onClose: () => void,
  onRetry: () => void,
  onChange: () => void,
  signal: AbortSignal,
  shape: PanelShape = { mode: 'popover', isFixed: false },
  words = () => ENGLISH,
  isDebugged = () => false,
  onOwnersCard: (card: Element) => unknown = () => {},
): PanelView {
  const sheetQuery = matchMedia(SHEET_QUERY)
  const lockPage = createPageLock(root)
  const tellHistory = closeOnBack(onClose, signal)
  const drawShell = createShell(panel, onClose, onRetry, signal, words, isDebugged, onOwnersCard)
  let isModal = false
  let toldViewport: string | undefined

  adoptCss(panel.getRootNode() as ShadowRoot)(PANEL_CSS)

  /** A place has the page around it; all of the window has none, on any screen. */
  const isSheet = () => shape.mode !== 'inline' && (sheetQuery.matches || shape.mode === 'fullpage')

  function getViewport(): PanelViewport {
    // `scroll-padding` holds a sheet's safe areas: it is computed in pixels and moves nothing.
    const style = getComputedStyle(panel)
    const inset = (side: string) =>
      parseFloat(style.getPropertyValue(`scroll-padding-${side}`)) || 0
    return {
      isSheet: isSheet(),
      isFixed: shape.isFixed || undefined,
      canWiden: !shape.isFixed && matchMedia(WIDE_QUERY).matches,
      top: inset('top'),
      right: inset('right'),
      bottom: inset('bottom'),
      left: inset('left'),
    }
  }

  /** On a phone the keyboard covers the page: only the visual viewport is left of it. */
  function place() {
    const visual = isModal && window.visualViewport
    panel.style.top = visual ? `${visual.offsetTop}px` : ''
    panel.style.height = visual ? `${visual.height}px` : ''
  }

  function handleResize() {
    const viewport = plainJsonText(getViewport())
    if (viewport === toldViewport) return
    toldViewport = viewport
    onChange()
  }

  sheetQuery.addEventListener('change', handleResize, { signal })
  addEventListener('resize', handleResize, { signal })
  window.visualViewport?.addEventListener('resize', place, { signal })
  window.visualViewport?.addEventListener('scroll', place, { signal })

  return {
    getViewport,
    setWide: (isWide) => void panel.classList.toggle('wide', isWide),
    draw(isOpen, isUsable, failure) {
      isModal = isOpen && isSheet()
      if (shape.mode !== 'inline') panel.setAttribute('aria-modal', String(isModal))
      place()
      lockPage(isModal)
      tellHistory(isModal && !shape.isFixed)
      drawShell(isOpen, isUsable, failure)
    },
  }
}

/** What lies over the frame until it is usable: a skeleton, or the card of what went wrong. */
function createShell(
  panel: HTMLElement,
  onClose: () => void,
  onRetry: () => void,
  signal: AbortSignal,
  words: () => typeof ENGLISH,
  isDebugged: () => boolean,
  onOwnersCard: (card: Element) => unknown,
): PanelView['draw'] {
  const closeButton = createElement('button', {}, [createIcon(CHEVRON)])
  const bar = createElement('div', { class: 'bar' }, [createElement('i', {}), closeButton])
  const field = createElement('div', { class: 'field' })
  const slowLine = createElement('p', { class: 'slow', role: 'status' })
  const shell = createElement('div', { class: 'shell' }, [bar, slowLine, field])
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  let drawnFailure: AlcoveError | undefined

  function createCard(error: AlcoveError) {
    const retryButton = createElement('button', {}, [words().retry])
    retryButton.onclick = () => {
      // The button goes away; the focus must not go with it.
      closeButton.focus()
      onRetry()
    }
    const isForOwner = LOCAL_HOST.test(location.hostname) || isDebugged()
    const card = createElement('div', { class: 'card', role: 'alert', dir: 'auto' }, [
      ...createTexts(error, isForOwner, words().failed),
      retryButton,
    ])
    if (isForOwner) onOwnersCard(card)
    return card
  }

  function expectFrame(isExpected: boolean) {
    if (isExpected === (slowTimer !== undefined)) return
    clearTimeout(slowTimer)
    slowLine.textContent = ''
    const say = () => (slowLine.textContent = words().slow)
    slowTimer = isExpected ? setTimeout(say, SHELL_SLOW_AFTER_MS) : undefined
  }

  closeButton.onclick = onClose
  signal.addEventListener('abort', () => expectFrame(false))
  return (isOpen, isUsable, failure) => {
    closeButton.setAttribute('aria-label', words().close)
    if (failure !== drawnFailure) {
      drawnFailure = failure
      // The bar stays in its place: an element that moves loses the focus.
      shell.lastChild!.replaceWith(failure ? createCard(failure) : field)
    }
    expectFrame(isOpen && !isUsable && !failure)
    if (isUsable) shell.remove()
    else if (!shell.isConnected) panel.append(shell)
  }
}

/** The developer's texts are for whoever is one: elsewhere they stand in the console only. */
function createTexts(error: AlcoveError, isForOwner: boolean, failed?: string): Element[] {
  const { title, advice } = describeForVisitors(error, failed)
  const texts = [createElement('b', {}, [title]), createElement('p', {}, [advice])]
  if (!isForOwner) return texts
  const { code, message, hint = message } = error
  return [...texts, createElement('p', {}, [hint]), createElement('code', {}, [code])]
}

/**
 * While a sheet is open the page is inert and does not scroll; afterwards all is as it was. Returns
 * how to say which it is, to be called again when the page may have got a new body.
 */
export function createPageLock(root: Element): (isLocked: boolean) => void {
  const page = ofDocument('documentElement')
  let undo: (() => void)[] = []

  function lockScroll() {
    const { scrollX: left, scrollY: top } = window
    const overflow = page.style.getPropertyValue('overflow')
    const priority = page.style.getPropertyPriority('overflow')
    page.style.setProperty('overflow', 'hidden', 'important')
    undo.push(() => {
      page.style.setProperty('overflow', overflow, priority)
      scrollTo({ left, top, behavior: 'instant' })
    })
  }

  return (isLocked) => {
    if (!isLocked) {
      for (const step of undo) step()
      undo = []
      return
    }
    if (undo.length === 0) lockScroll()
    for (const element of page.children as HTMLCollectionOf<HTMLElement>) {
      // What the page itself made inert stays so afterwards.
      if (element === root || element === ofDocument('head') || element.inert) continue
      element.inert = true
      undo.push(() => (element.inert = false))
    }
  }
}
