import { afterEach, expect, it } from 'vitest'
import { startEarlyWorld } from './early.test-support.tsx'

let world: ReturnType<typeof startEarlyWorld>

afterEach(() => world.remove())

const SETUP = { scheme: 'light', look: {} } as const
const send = () => world.find('.send-button')!

function submit() {
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true })
  world.form.dispatchEvent(event)
  return event
}

it('sends a message by Enter, and begins the next one', () => {
  world = startEarlyWorld({}, SETUP)
  world.type('one')
  expect(send().getAttribute('aria-disabled')).toBe('false')
  expect(world.press('Enter').defaultPrevented).toBe(true)
  expect(send().dataset['state']).toBe('waiting')
  world.type('two')

  expect(world.early.takeOver()).toMatchObject({ sent: 'one', typed: 'two', isSendWished: false })
})

it('sends one message only, and nothing that is blank', () => {
  world = startEarlyWorld({}, SETUP)
  world.type('  ')
  world.press('Enter')
  expect(world.field.value).toBe('  ')
  world.type('one')
  world.press('Enter')
  world.type('two')
  world.press('Enter')

  expect(world.early.takeOver()).toMatchObject({ sent: '  one', typed: 'two' })
})

it('never sends the form as a request', () => {
  world = startEarlyWorld({}, SETUP)
  expect(submit().defaultPrevented).toBe(true)
  world.type('one')
  expect(submit().defaultPrevented).toBe(true)
})

it('writes nothing into the field during a composition', () => {
  world = startEarlyWorld({}, SETUP)
  world.field.dispatchEvent(new CompositionEvent('compositionstart'))
  world.type('にほ', { isComposing: true })
  submit()
  expect(world.field.value).toBe('にほ')

  expect(world.early.takeOver()).toMatchObject({ sent: null, typed: 'にほ', isSendWished: true })
})

it('leaves the Enter of an input method, and that of a new line, to the field', () => {
  world = startEarlyWorld({}, SETUP)
  world.type('one')
  expect(world.press('Enter', { isComposing: true }).defaultPrevented).toBe(false)
  expect(world.press('Enter', { shiftKey: true }).defaultPrevented).toBe(false)
})

it('follows the setting that Enter begins a line', () => {
  localStorage.setItem(`alcove:settings:${location.origin}`, '{"sendKey":"modifier"}')
  world = startEarlyWorld({}, SETUP)
  world.type('one')
  expect(world.press('Enter').defaultPrevented).toBe(false)
  world.press('Enter', { ctrlKey: true })
  expect(world.early.takeOver().sent).toBe('one')
})

it('hands the elements over as the build drew them', () => {
  world = startEarlyWorld({}, { ...SETUP, locale: 'de' })
  world.type('one')
  expect(world.field.dir).toBe('auto')
  const { sent, typed } = world.early.takeOver()

  expect([sent, typed]).toEqual([null, 'one'])
  expect(world.field.hasAttribute('dir')).toBe(false)
  expect(world.field.getAttribute('aria-label')).toBe('Message')
  expect(send().getAttribute('aria-disabled')).toBe('true')
  world.press('Enter')
  expect(world.field.value).toBe('one')
})
