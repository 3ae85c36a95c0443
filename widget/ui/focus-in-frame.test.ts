import { afterEach, expect, test, vi } from 'vitest'
import { focusInFrame, PRESS, PRESS_LIFE_MS } from './focus-in-frame.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** A field in a browser that refuses the focus outside of a press. */
function createField() {
  const field = document.body.appendChild(document.createElement('textarea'))
  const focus = field.focus.bind(field)
  const state = { isPressed: false }
  vi.spyOn(field, 'focus').mockImplementation((options) => {
    if (state.isPressed) focus(options)
  })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const press = (data: unknown = PRESS, source: MessageEventSource | null = window.parent) => {
    state.isPressed = true
    window.dispatchEvent(new MessageEvent('message', { data, source }))
    state.isPressed = false
  }
  return { field, state, press }
}

test('focuses at once where the browser lets it, and waits for nothing', () => {
  const { field, state, press } = createField()
  state.isPressed = true
  focusInFrame(field)
  expect(document.activeElement).toBe(field)

  field.blur()
  press()
  expect(document.activeElement).toBe(document.body)
})

test('takes the focus with a press that the page passes on, once', () => {
  const { field, press } = createField()
  focusInFrame(field)
  expect(document.activeElement).toBe(document.body)
  press('something else')
  press(PRESS, null)
  expect(document.activeElement).toBe(document.body)

  press()
  expect(document.activeElement).toBe(field)

  field.blur()
  press()
  expect(document.activeElement).toBe(document.body)
})

test('waits until the page has given the frame the focus', () => {
  const { field, press } = createField()
  vi.mocked(document.hasFocus).mockReturnValue(false)
  focusInFrame(field)
  press()
  expect(document.activeElement).toBe(document.body)

  vi.mocked(document.hasFocus).mockReturnValue(true)
  press()
  expect(document.activeElement).toBe(field)
})

test('waits no longer than a press lives, or than it is wanted', () => {
  vi.useFakeTimers()
  const { field, press } = createField()
  focusInFrame(field)
  vi.advanceTimersByTime(PRESS_LIFE_MS)
  press()
  expect(document.activeElement).toBe(document.body)

  const stop = focusInFrame(field)
  stop()
  press()
  expect(document.activeElement).toBe(document.body)
})
