import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostPage } from '../panel/host-page.ts'
import {
  CLOSED_NOTICES_MAX,
  createNoticeBoard,
  NOTICE_ACTIONS_MAX,
  NOTICE_TEXT_MAX,
} from './notice.ts'

const setOpen = vi.fn<() => Promise<void>>(async () => {})
const prefill = vi.fn<(text: string) => void>()
let isFree = true

function createBoard(app = 'default') {
  const panel = document.createElement('div')
  document.body.replaceChildren(panel)
  const page = { app, panel, setOpen } as unknown as HostPage
  const board = createNoticeBoard(page, () => isFree, prefill)
  const buttons = () => [...document.querySelectorAll<HTMLButtonElement>('#notice button')]
  const press = (name: string) =>
    buttons()
      .find(({ textContent, ariaLabel }) => [textContent, ariaLabel].includes(name))!
      .click()
  const dismiss = () => document.querySelector<HTMLButtonElement>('#notice .cross')!.click()
  return { board, buttons, press, dismiss }
}

beforeEach(() => {
  isFree = true
})
afterEach(() => {
  vi.clearAllMocks()
  document.body.replaceChildren()
  localStorage.clear()
})

test('a notice is as long as it may be, and no longer', () => {
  const { board } = createBoard()

  expect(board.notify('x'.repeat(NOTICE_TEXT_MAX))).toBe(true)
  expect(() => board.notify('x'.repeat(NOTICE_TEXT_MAX + 1))).toThrow(
    `text: 1 to ${NOTICE_TEXT_MAX} characters`,
  )
  expect(() => board.notify(' ')).toThrow('text: 1 to')
})

test('it offers as much as it may, and no more', () => {
  const { board, buttons } = createBoard()
  const offers = (count: number) => Array.from({ length: count }, (_, index) => `Offer ${index}`)

  expect(board.notify({ text: 'Well?', actions: offers(NOTICE_ACTIONS_MAX) })).toBe(true)
  expect(buttons()).toHaveLength(NOTICE_ACTIONS_MAX + 2)
  expect(() => board.notify({ text: 'Well?', actions: offers(NOTICE_ACTIONS_MAX + 1) })).toThrow(
    `at most ${NOTICE_ACTIONS_MAX}`,
  )
  expect(() => board.notify({ text: 'Well?', actions: [{ label: 'No prompt' }] })).toThrow(
    'actions',
  )
})

test('the oldest that was closed comes again once more are closed than are remembered', () => {
  const { board, dismiss } = createBoard()
  for (let index = 0; index < CLOSED_NOTICES_MAX; index++) {
    expect(board.notify(`Notice ${index}`)).toBe(true)
    dismiss()
  }
  expect(board.notify('Notice 0')).toBe(false)

  board.notify('One more')
  dismiss()

  expect(board.notify('Notice 0')).toBe(true)
  expect(board.notify('Notice 1')).toBe(false)
})

test('it waits for room, and for the panel to be closed', () => {
  isFree = false
  const { board, buttons } = createBoard()
  expect(board.notify('Hello')).toBe(true)
  expect(buttons()).toEqual([])

  isFree = true
  board.draw(true)
  expect(buttons()).toEqual([])
  board.draw(false)
  expect(buttons()).toHaveLength(2)
})

test('an offer opens the chat with its words, and closes the notice', () => {
  const { board, buttons, press } = createBoard()
  board.notify({ text: 'Hello', actions: [{ label: 'Sizes', prompt: 'Which sizes are there?' }] })

  press('Sizes')

  expect(setOpen).toHaveBeenCalledExactlyOnceWith(true, 'user')
  expect(prefill).toHaveBeenCalledExactlyOnceWith('Which sizes are there?')
  expect(buttons()).toEqual([])
  expect(board.notify('Hello')).toBe(false)
})

test('foreign values in storage do no harm, and projects are separate', () => {
  localStorage.setItem('alcove:closed:default', '{"not":"a list"}')
  const { board, dismiss } = createBoard()
  expect(board.notify('Hello')).toBe(true)
  dismiss()
  expect(board.notify('Hello')).toBe(false)

  expect(createBoard('shop').board.notify('Hello')).toBe(true)
})
