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

/** Points down: the icon for closing the panel. */
export const CHEVRON = 'M6 9l6 6 6-6'

/** Hosts of the developer's own machine; a file has an empty host. */
const LOCAL_HOST = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])?$/

/** Time after opening at which a missing frame is reported as slow. */
export const SHELL_SLOW_AFTER_MS = 5_000

/** The panel's shape in its place. The third file changes it for places other than beside the launcher. */
export interface PanelShape {
  mode: NonNullable<PlaceOptions['mode']>
  /** The panel is open as long as it exists. */
  isFixed: boolean
}

export interface PanelView {
  readonly getViewport: () => PanelViewport
  /** Updates panel and page. Until the frame is usable, a skeleton or an error card covers it. */
  readonly draw: (isOpen: boolean, isUsable: boolean, failure: AlcoveError | undefined) => void
  /** Makes the panel wide if there is room for it. */
  readonly setWide: (isWide: boolean) => void
}

/** Texts until the frame sends them in another language. */
export const ENGLISH: Omit<PanelWords, 'failed'> & {
  readonly failed?: string
  readonly news: string
} = {
  title: 'Chat',
  close: 'Close',
  slow: 'This takes longer than usual…',
  retry: 'Try again',
  back: 'Back to the conversation',
  answering: 'answering',
  unread: 'new answer',
  news: 'New answer from the assistant',
}

/**
 * The panel around the frame, and its effects on the page when it is a full-screen sheet.
 *
 * @param onChange called when the panel's place on the page changed.
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

  /** An inline chat never covers the page; a full-page chat always does. */
  const isSheet = () => shape.mode !== 'inline' && (sheetQuery.matches || shape.mode === 'fullpage')

  function getViewport(): PanelViewport {
    // `scroll-padding` holds a sheet's safe areas: its computed value is in pixels, and it moves nothing.
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

  /** A phone's keyboard covers the page, so the panel uses the visual viewport. */
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

/** Covers the frame until it is usable: a skeleton, or the card of a failure. */
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
  const slowLine = createElement('p', { class: 'slow', 'aria-live': 'polite' })
  const shell = createElement('div', { class: 'shell' }, [bar, slowLine, field])
  let slowTimer: ReturnType<typeof setTimeout> | undefined
  let drawnFailure: AlcoveError | undefined

  function createCard(error: AlcoveError) {
    const retryButton = createElement('button', {}, [words().retry])
    retryButton.onclick = () => {
      // The button is removed; the focus must not be lost with it.
      closeButton.focus()
      onRetry()
    }
    const isForOwner = LOCAL_HOST.test(location.hostname) || isDebugged()
    const card = createElement('div', { class: 'card', role: 'alert' }, [
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
      // The bar stays in its place, because an element that moves loses the focus.
      shell.lastChild!.replaceWith(failure ? createCard(failure) : field)
    }
    expectFrame(isOpen && !isUsable && !failure)
    if (isUsable) shell.remove()
    else if (!shell.isConnected) panel.append(shell)
  }
}

/**
 * Texts of an error card. The developer's texts are shown only to developers; other pages have them in the
 * console.
 */
function createTexts(error: AlcoveError, isForOwner: boolean, failed?: string): Element[] {
  const { title, advice } = describeForVisitors(error, failed)
  // Each text has the direction of its own language.
  const text = (name: string, words: string) => createElement(name, { dir: 'auto' }, [words])
  const texts = [text('b', title), ...(advice === '' ? [] : [text('p', advice)])]
  if (!isForOwner) return texts
  const { code, message, hint = message } = error
  return [...texts, text('p', hint), text('code', code)]
}

/**
 * Makes the page inert and stops its scrolling while a sheet is open, and restores it afterwards. Returns a
 * function that sets the state, to be called again when the page may have replaced its body.
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
      // Elements that the page itself made inert stay inert afterwards.
      if (element === root || element === ofDocument('head') || element.inert) continue
      element.inert = true
      undo.push(() => (element.inert = false))
    }
  }
}
