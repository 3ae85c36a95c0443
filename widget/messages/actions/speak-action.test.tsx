import { afterEach, expect, test, vi } from 'vitest'
import { closeConversationsAtom } from '../../conversation/atoms/conversations.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import { setSpeechAdapterAtom, speakingIdAtom } from '../atoms/speech.ts'
import { createUtterance, type UtteranceControl } from '../speech/web-speech.ts'
import { ALL_CAPABILITIES, answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp
let spoken: { text: string; control: UtteranceControl }[]

afterEach(() => app.page.unmount())

const show = async (hasVoice = true) => {
  spoken = []
  app = await mountApp((chat) => {
    if (hasVoice) {
      chat.store.set(setSpeechAdapterAtom, {
        speak(text) {
          const control = createUtterance(() => undefined)
          spoken.push({ text, control })
          return control.utterance
        },
      })
    }
    void chat.store.set(setPanelAtom, { isOpen: true, userGesture: true })
    chat.show([question('q', 'Hi'), answer('a1', 'One'), question('q2', 'Hi'), answer('a2', 'Two')])
  })
}
const action = (id: string) =>
  app.container.querySelector<HTMLElement>(
    `[data-message-id=${id}] [aria-label="Read aloud"], [data-message-id=${id}] [aria-label="Stop reading"]`,
  )
const speaking = () => app.chat.store.get(speakingIdAtom)

test('is not offered where nothing can speak (3.16)', async () => {
  await show(false)
  expect(action('a1')).toBeNull()
  await app.page.unmount()
  await show()
  expect(action('a1')).not.toBeNull()
  expect(action('q')).toBeNull()
  const capabilities = { ...ALL_CAPABILITIES, speech: false }
  await app.do(() => app.chat.tell({ type: 'capabilities', capabilities }))
  expect(action('a1')).toBeNull()
})

test('reads one answer at a time; the same button stops it (4.49, U71)', async () => {
  await show()
  await app.click(action('a1')!)
  expect(speaking()).toBe('a1')
  expect(action('a1')?.getAttribute('aria-label')).toBe('Stop reading')
  await app.click(action('a2')!)
  expect(speaking()).toBe('a2')
  expect(spoken.map(({ text }) => text)).toEqual(['One.', 'Two.'])
  await app.click(action('a2')!)
  expect(speaking()).toBeNull()
})

test('Escape stops it before it does anything else', async () => {
  await show()
  await app.click(action('a1')!)
  await app.press(app.field, 'Escape')
  expect(speaking()).toBeNull()
  expect(app.onClose).not.toHaveBeenCalled()
  await app.press(app.field, 'Escape')
  expect(app.onClose).toHaveBeenCalledTimes(1)
})

test('stops when the panel closes (U71)', async () => {
  await show()
  await app.click(action('a1')!)
  await app.do(() => void app.chat.store.set(setPanelAtom, { isOpen: true, userGesture: false }))
  expect(speaking()).toBe('a1')
  await app.do(() => void app.chat.store.set(setPanelAtom, { isOpen: false, userGesture: false }))
  expect(speaking()).toBeNull()
})

test('stops when another thread or another person takes its place', async () => {
  await show()
  await app.click(action('a1')!)
  await app.do(() => app.chat.store.set(closeConversationsAtom))
  expect(speaking()).toBeNull()
})

test('says when it failed', async () => {
  await show()
  await app.click(action('a1')!)
  await app.do(() => spoken[0]!.control.become({ type: 'ended', reason: 'error', error: 'x' }))
  await vi.waitFor(async () => {
    await app.do(() => new Promise((resolve) => setTimeout(resolve)))
    expect(app.heard()).toEqual(['alert: Could not read this aloud.'])
  })
})
