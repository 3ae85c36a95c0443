import { refuseCall } from '../../shared/bridge/call-rules.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { Notice } from '../chat-commands.ts'
import { createElement, createIcon } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** Length limit of a notice's text, in characters. */
export const NOTICE_TEXT_MAX = 300
/** Number of actions that a notice can offer. */
export const NOTICE_ACTIONS_MAX = 3
/** Number of closed notices that are remembered; the oldest is evicted. */
export const CLOSED_NOTICES_MAX = 20

const CROSS = 'M6 6l12 12M18 6L6 18'

/** Key in the page's own storage for closed notices, which are not shown again. */
export const closedKey = (app: string): string => 'alcove:closed:' + app

/** A notice, or the way back to a panel that made room for the page. */
type Shown = Notice & { readonly isWayBack?: true }

export interface NoticeBoard {
  /** Returns whether the notice will be shown: not if it was closed before. Replaces the earlier notice. */
  readonly notify: (given: unknown) => boolean
  /** Shows a bubble that opens the panel again. Replaces the earlier notice. */
  readonly offerBack: (text: string) => void
  /** Shows the pending notice if there is room; removes it if the panel is open. */
  readonly draw: (isOpen: boolean) => void
}

/**
 * A bubble beside the launcher.
 *
 * @param isFree whether no part of the page covers the corner.
 * @param prefill puts text into the composer.
 */
export function createNoticeBoard(
  { app, panel, setOpen }: HostPage,
  isFree: () => boolean,
  prefill: (text: string) => void,
): NoticeBoard {
  // A live region has to exist before its text, or screen readers do not announce it.
  const region = createElement('div', { id: 'notice', 'aria-live': 'polite', dir: 'auto' })
  panel.before(region)
  let waiting: Shown | undefined
  let isOpen = false

  const idOf = ({ id, text }: Notice) => (id ?? text).slice(0, 80)

  function take() {
    if (waiting && !waiting.isWayBack) rememberClosed(app, idOf(waiting))
    waiting = undefined
    region.replaceChildren()
  }

  function answer(prompt?: string) {
    take()
    // The panel shows the failure.
    setOpen(true, 'user').catch(() => {})
    if (prompt !== undefined) prefill(prompt)
  }

  function show({ text, actions = [] }: Notice) {
    const button = (words: Node | string, act: () => void, attributes = {}) => {
      const element = createElement('button', attributes, [words])
      element.onclick = act
      return element
    }
    region.replaceChildren(
      button(text, () => answer(), { class: 'words' }),
      button(createIcon(CROSS), take, { class: 'cross', 'aria-label': 'Close' }),
      ...actions.map((action) => {
        const { label, prompt } =
          typeof action === 'string' ? { label: action, prompt: action } : action
        return button(label, () => answer(prompt), { class: 'offer' })
      }),
    )
  }

  region.onkeydown = ({ key }) => {
    if (key === 'Escape') take()
  }

  function put(notice: Shown) {
    waiting = notice
    region.replaceChildren()
    board.draw(isOpen)
  }

  const board: NoticeBoard = {
    notify(given) {
      const notice = readNotice(given)
      if (readClosed(app).includes(idOf(notice))) return false
      put(notice)
      return true
    },
    offerBack: (text) => put({ text, isWayBack: true }),
    draw(isNowOpen) {
      isOpen = isNowOpen
      if (isOpen && region.hasChildNodes()) take()
      else if (waiting && !region.hasChildNodes() && !isOpen && isFree()) show(waiting)
    },
  }
  return board
}

/** @throws AlcoveError `invalid_request` with the fault. */
function readNotice(given: unknown): Notice {
  const notice: unknown = typeof given === 'string' ? { text: given } : given
  const isText = (value: unknown) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= NOTICE_TEXT_MAX
  const isAction = (value: unknown) =>
    isText(value) || (isPlainObject(value) && isText(value['label']) && isText(value['prompt']))
  const fault = !isPlainObject(notice)
    ? 'a text, or an object with one'
    : !isText(notice['text'])
      ? `text: 1 to ${NOTICE_TEXT_MAX} characters`
      : notice['id'] !== undefined && !isText(notice['id'])
        ? 'id: a text'
        : notice['actions'] !== undefined && !isListOf(notice['actions'], isAction)
          ? `actions: at most ${NOTICE_ACTIONS_MAX}, each a text or { label, prompt }`
          : undefined
  if (fault !== undefined) throw refuseCall('notify', `expected ${fault}`, "'Free shipping today'")
  return notice as object as Notice
}

const isListOf = (value: unknown, isRight: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= NOTICE_ACTIONS_MAX && value.every(isRight)

function readClosed(app: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(closedKey(app)) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    // The page has no storage, or the stored value is not ours.
    return []
  }
}

function rememberClosed(app: string, id: string): void {
  const closed = [...readClosed(app).filter((each) => each !== id), id]
  try {
    localStorage.setItem(closedKey(app), JSON.stringify(closed.slice(-CLOSED_NOTICES_MAX)))
  } catch {
    // Without storage the notice is shown again on the next page.
  }
}
