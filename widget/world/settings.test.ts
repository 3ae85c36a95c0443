import { expect, test } from 'vitest'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { createChatWorld } from './chat-world.test-support.ts'
import { DEFAULT_SETTINGS, readSettings } from './read-settings.ts'
import { changeSettingsAtom, forgetSettingsAtom, settingsAtom } from './settings.ts'

const KEY = 'alcove:settings:https://chat.example'

test('a choice applies at once, and on the next visit on this device', () => {
  const storage = createFakeStorage()
  const { store } = createChatWorld({ storage })
  expect(store.get(settingsAtom)).toEqual(DEFAULT_SETTINGS)
  expect(storage.getItem(KEY)).toBeNull()

  store.set(changeSettingsAtom, { textSize: 'large' })
  store.set(changeSettingsAtom, { language: 'de' })

  const chosen = { ...DEFAULT_SETTINGS, textSize: 'large', language: 'de' }
  expect(store.get(settingsAtom)).toEqual(chosen)
  expect(createChatWorld({ storage }).store.get(settingsAtom)).toEqual(chosen)
})

test('forgotten, nothing of it is left here or on the device', () => {
  const storage = createFakeStorage()
  const { store } = createChatWorld({ storage })
  store.set(changeSettingsAtom, { sound: 'on' })
  expect(storage.getItem(KEY)).not.toBeNull()

  store.set(forgetSettingsAtom)

  expect(store.get(settingsAtom)).toEqual(DEFAULT_SETTINGS)
  expect(storage.getItem(KEY)).toBeNull()
})

test('without storage a choice holds as long as the page', () => {
  const broken = () => {
    throw new DOMException('Blocked.', 'SecurityError')
  }
  const storage = { getItem: broken, setItem: broken, removeItem: broken }
  const { store } = createChatWorld({ storage })

  store.set(changeSettingsAtom, { sendKey: 'modifier' })

  expect(store.get(settingsAtom).sendKey).toBe('modifier')
})

test.each([
  ['nothing', null],
  ['a text', 'large'],
  ['values of another version', { textSize: 'huge', sound: true, language: 7, notShared: 'cart' }],
])('%s is the defaults', (_name, kept) => {
  expect(readSettings(kept)).toEqual(DEFAULT_SETTINGS)
})

test('settings of another version are read as far as they are known', () => {
  const kept = { textSize: 'larger', sound: 'loud', notShared: ['cart', 3], theme: 'dark' }

  expect(readSettings(kept)).toEqual({
    ...DEFAULT_SETTINGS,
    textSize: 'larger',
    notShared: ['cart'],
  })
})
