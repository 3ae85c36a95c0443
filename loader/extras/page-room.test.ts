import { afterEach, expect, test, vi } from 'vitest'
import { createKeyboardWatch } from './page-room.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const FULL_PX = 1_000

/** On a phone whose window is `FULL_PX` high without a keyboard. Returns how high what can be seen is from then on. */
function stageKeyboard({ isCoarse = true } = {}) {
  const viewport = { height: FULL_PX, scale: 1 }
  vi.stubGlobal('visualViewport', viewport)
  vi.stubGlobal('screen', { availHeight: 0 })
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('pointer') && isCoarse,
  }))
  document.body.innerHTML =
    '<alcove-root tabindex="0"></alcove-root><input><p contenteditable tabindex="0"></p><button>Next</button>'
  const root = document.querySelector('alcove-root')!
  const isTyping = createKeyboardWatch(root)
  isTyping()
  return {
    focus: (selector: string) => document.querySelector<HTMLElement>(selector)!.focus(),
    see(height: number, scale = 1) {
      Object.assign(viewport, { height, scale })
      return isTyping()
    },
  }
}

test('somebody types into the page once a keyboard leaves less than seven tenths', () => {
  const { focus, see } = stageKeyboard()
  focus('input')

  expect(see(FULL_PX * 0.7)).toBe(false)
  expect(see(FULL_PX * 0.7 - 1)).toBe(true)
  focus('[contenteditable]')
  expect(see(400)).toBe(true)
  expect(see(FULL_PX)).toBe(false)
})

test('what nobody types into has no keyboard: a button, the chat itself, a page that is zoomed or has a mouse', () => {
  const { focus, see } = stageKeyboard()
  focus('button')
  expect(see(400)).toBe(false)
  focus('alcove-root')
  expect(see(400)).toBe(false)
  focus('input')
  expect(see(500, 2)).toBe(false)
  expect(see(400)).toBe(true)

  const desk = stageKeyboard({ isCoarse: false })
  desk.focus('input')
  expect(desk.see(400)).toBe(false)
})
