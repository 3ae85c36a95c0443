import type { PanelViewport } from '../../shared/bridge/contract.ts'
import type { PanelWords } from '../../shared/bridge/panel-words.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { PlaceOptions } from '../page-options.ts'
import type { PanelShell } from '../create-shell.ts'
import type { FrameView } from '../frame-progress.ts'
import { adoptCss, createElement, ofDocument } from '../own-document.ts'
import { describeForVisitors } from './describe-failure.ts'
import type { HostPage } from './host-page.ts'
import { SHEET_QUERY, WIDE_QUERY } from './panel-queries.ts'
import PANEL_CSS from './panel.css?inline'
import { closeOnBack } from './ways-out.ts'

/** Hosts of the developer's own machine; a file has an empty host. */
const LOCAL_HOST = /^((.+\.)?localhost|127(\.\d+){3}|\[::1\])?$/

/** The panel's shape in its place. The third file changes it for places other than beside the launcher. */
export interface PanelShape {
  mode: NonNullable<PlaceOptions['mode']>
  /** The panel is open as long as it exists. */
  isFixed: boolean
}

type ViewedPage = Pick<
  HostPage,
  'root' | 'panel' | 'shell' | 'close' | 'retry' | 'change' | 'signal'
>

export interface PanelView {
  readonly getViewport: () => PanelViewport
  /** Updates panel and page, and the card of a frame that is late or failed. */
  readonly draw: (isOpen: boolean, frame: Omit<FrameView, 'isUsable'>) => void
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
 * @param page `change` is called when the panel's place on the page changed.
 * @param describeLate the likely causes of a look that is late, for the page's developer.
 */
export function createPanelView(
  { root, panel, shell, close, retry, change, signal }: ViewedPage,
  shape: PanelShape = { mode: 'popover', isFixed: false },
  words = () => ENGLISH,
  isDebugged = () => false,
  describeLate?: () => AlcoveError,
  onOwnersCard: (card: Element) => unknown = () => {},
): PanelView {
  const sheetQuery = matchMedia(SHEET_QUERY)
  const lockPage = createPageLock(root)
  const tellHistory = closeOnBack(close, signal)
  const drawCard = createCards(shell, retry, words, isDebugged, describeLate, onOwnersCard)
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
    // The page's own zoom applies to the panel as well. Older browsers do not tell it.
    const { currentCSSZoom: zoom = 1 } = panel as Partial<Element>
    panel.style.top = visual ? `${visual.offsetTop / zoom}px` : ''
    panel.style.height = visual ? `${visual.height / zoom}px` : ''
  }

  function handleResize() {
    const viewport = plainJsonText(getViewport())
    if (viewport === toldViewport) return
    toldViewport = viewport
    change()
  }

  sheetQuery.addEventListener('change', handleResize, { signal })
  addEventListener('resize', handleResize, { signal })
  window.visualViewport?.addEventListener('resize', place, { signal })
  window.visualViewport?.addEventListener('scroll', place, { signal })

  return {
    getViewport,
    setWide: (isWide) => void panel.classList.toggle('wide', isWide),
    draw(isOpen, frame) {
      isModal = isOpen && isSheet()
      if (shape.mode !== 'inline') panel.setAttribute('aria-modal', String(isModal))
      place()
      lockPage(isModal)
      tellHistory(isModal && !shape.isFixed)
      drawCard(frame)
    },
  }
}

/** Returns a function that puts the card of a late or failed frame into the shell. */
function createCards(
  shell: PanelShell,
  retry: () => void,
  words: () => typeof ENGLISH,
  isDebugged: () => boolean,
  describeLate: (() => AlcoveError) | undefined,
  onOwnersCard: (card: Element) => unknown,
): (frame: Omit<FrameView, 'isUsable'>) => void {
  let drawn: AlcoveError | boolean | undefined

  const isForOwner = () => LOCAL_HOST.test(location.hostname) || isDebugged()

  function createFailedCard(error: AlcoveError) {
    const retryButton = createElement('button', {}, [words().retry])
    retryButton.onclick = () => {
      // The button is removed; the focus must not be lost with it.
      shell.closeButton.focus()
      retry()
    }
    const { title, advice } = describeForVisitors(error, words().failed)
    const card = createElement('div', { class: 'card', role: 'alert' }, [
      createText('b', title),
      ...(advice === '' ? [] : [createText('p', advice)]),
      ...(isForOwner() ? createOwnersTexts(error) : []),
      retryButton,
    ])
    if (isForOwner()) onOwnersCard(card)
    return card
  }

  /** The frame may still come, so nothing is tried again. */
  const createLateCard = () =>
    createElement('div', { class: 'card late', role: 'alert' }, [
      createText('b', words().slow),
      ...(describeLate && isForOwner() ? createOwnersTexts(describeLate()) : []),
    ])

  return ({ failure, isLate }) => {
    shell.closeButton.setAttribute('aria-label', words().close)
    const next = failure ?? isLate
    if (next === drawn) return
    drawn = next
    shell.show(failure ? createFailedCard(failure) : isLate ? createLateCard() : undefined)
  }
}

/** A text with the direction of its own language. */
const createText = (name: 'b' | 'p' | 'code', text: string): Element =>
  createElement(name, { dir: 'auto' }, [text])

/** Texts that only developers see; other pages have them in the console. */
const createOwnersTexts = ({ code, message, hint = message }: AlcoveError): Element[] => [
  createText('p', hint),
  createText('code', code),
]

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
