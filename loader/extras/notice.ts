import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import type { Notice } from '../chat-commands.ts'
import { createElement, createIcon } from '../own-document.ts'
import type { HostPage } from '../panel/host-page.ts'

/** Of a notice's text; a bubble is no page. */
export const NOTICE_TEXT_MAX = 300
/** Of what it offers to say. */
export const NOTICE_ACTIONS_MAX = 3
/** So many that somebody closed are remembered; the oldest is forgotten for a newer one. */
export const CLOSED_NOTICES_MAX = 20

const CROSS = 'M6 6l12 12M18 6L6 18'

/** In the page's own storage: what somebody closed there does not come again. */
export const closedKey = (app: string): string => 'alcove:closed:' + app

export interface NoticeBoard {
  /** Whether it is going to be shown: what somebody closed before is not. Takes the place of the one before. */
  readonly notify: (given: unknown) => boolean
  /** Shows what waits, where there is room now; takes away what the open panel has made needless. */
  readonly draw: (isOpen: boolean) => void
}

/**
 * A bubble beside the launcher.
 *
 * @param isFree whether nothing of the page's stands in the corner.
 * @param prefill puts words into the composer.
 */
export function createNoticeBoard(
  { app, panel, setOpen }: HostPage,
  isFree: () => boolean,
  prefill: (text: string) => void,
): NoticeBoard {
  // It is there before its text, or nothing would be spoken.
  const region = createElement('div', { id: 'notice', role: 'status', dir: 'auto' })
  panel.before(region)
  let waiting: Notice | undefined
  let isOpen = false

  const idOf = ({ id, text }: Notice) => (id ?? text).slice(0, 80)

  function take() {
    if (waiting) rememberClosed(app, idOf(waiting))
    waiting = undefined
    region.replaceChildren()
  }

  function answer(prompt?: string) {
    take()
    // What goes wrong stands in the panel.
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

  const board: NoticeBoard = {
    notify(given) {
      const notice = readNotice(given)
      if (readClosed(app).includes(idOf(notice))) return false
      waiting = notice
      region.replaceChildren()
      board.draw(isOpen)
      return true
    },
    draw(isNowOpen) {
      isOpen = isNowOpen
      if (isOpen && region.hasChildNodes()) take()
      else if (waiting && !region.hasChildNodes() && !isOpen && isFree()) show(waiting)
    },
  }
  return board
}

/** @throws AlcoveError `invalid_request` with what is wrong. */
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
  if (fault !== undefined) throw new AlcoveError('invalid_request', `notify: expected ${fault}`)
  return notice as object as Notice
}

const isListOf = (value: unknown, isRight: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length <= NOTICE_ACTIONS_MAX && value.every(isRight)

function readClosed(app: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(closedKey(app)) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    // A page without storage, or with something else there.
    return []
  }
}

function rememberClosed(app: string, id: string): void {
  const closed = [...readClosed(app).filter((each) => each !== id), id]
  try {
    localStorage.setItem(closedKey(app), JSON.stringify(closed.slice(-CLOSED_NOTICES_MAX)))
  } catch {
    // Then it comes again on the next page.
  }
}
