// @vitest-environment node
import { expect, test } from 'vitest'
import type { Store } from 'jotai/vanilla'
import { settle } from '../api/manual-clock.test-support.ts'
import {
  ALLOWED_TOOLS_MAX,
  allowedToolsAtom,
  allowToolAtom,
  isAllowed,
  keepAllowedTools,
  nameDefinition,
  revokeToolAtom,
} from './allowed-tools.ts'
import { createFakeDevice, identityOf } from './device-world.test-support.ts'

const TOOL = { thread: 'thread_1', key: 'a', title: 'Fill the cart' }

const has = (store: Store, tool = TOOL) =>
  isAllowed(store.get(allowedToolsAtom), tool.thread, tool.key)

async function openTab(device: ReturnType<typeof createFakeDevice>, who?: string) {
  const frame = await device.openFrame(identityOf(who))
  keepAllowedTools(frame.store)
  await settle()
  return frame
}

test('holds for the tool, the conversation and the person, also in other tabs and after a reload', async () => {
  const device = createFakeDevice()
  const first = await openTab(device, 'ada')
  const second = await openTab(device, 'ada')
  first.store.set(allowToolAtom, TOOL)
  await settle()

  expect(has(first.store)).toBe(true)
  expect(has(second.store)).toBe(true)
  expect(has((await openTab(device, 'ada')).store)).toBe(true)
  expect(has(first.store, { ...TOOL, thread: 'thread_2' })).toBe(false)
  expect(has(first.store, { ...TOOL, key: 'b' })).toBe(false)

  await first.identify(identityOf('bob'), 'local')
  expect(has(first.store)).toBe(false)
})

test('what is revoked in one tab is revoked in all, and stays so', async () => {
  const device = createFakeDevice()
  const first = await openTab(device, 'ada')
  const second = await openTab(device, 'ada')
  first.store.set(allowToolAtom, TOOL)
  first.store.set(allowToolAtom, { ...TOOL, key: 'b' })
  await settle()

  second.store.set(revokeToolAtom, TOOL)
  await settle()

  expect(has(first.store)).toBe(false)
  const third = await openTab(device, 'ada')
  expect(has(third.store)).toBe(false)
  // Control: the other tool is still allowed.
  expect(has(third.store, { ...TOOL, key: 'b' })).toBe(true)
})

test('leaves out rows that cannot be read', async () => {
  const device = createFakeDevice()
  const { store } = await openTab(device)
  store.set(allowToolAtom, TOOL)
  await settle()
  const scope = { base: 'https://chat.test', owner: 'visitor' }
  for (const [id, value] of Object.entries([null, 'x', { thread: 1, key: 'c', title: 'C' }]))
    await device.rows.put('tools', scope, { id, value })

  expect([...(await openTab(device)).store.get(allowedToolsAtom).values()]).toEqual([TOOL])
})

test.each([
  [ALLOWED_TOOLS_MAX, true],
  [ALLOWED_TOOLS_MAX + 1, false],
])('after %i the first is allowed: %s', async (count, isThere) => {
  const device = createFakeDevice()
  const { store } = await openTab(device, 'ada')
  store.set(allowToolAtom, TOOL)
  for (let index = 1; index < count; index += 1)
    store.set(allowToolAtom, { ...TOOL, key: `key-${index}` })

  expect(has(store)).toBe(isThere)
  expect(store.get(allowedToolsAtom).size).toBe(ALLOWED_TOOLS_MAX)
})

test('another text of a definition is another tool', () => {
  const name = nameDefinition(['add', 'Adds', '{}', 'write', undefined])

  expect(nameDefinition(['add', 'Adds', '{}', 'write', undefined])).toBe(name)
  expect(nameDefinition(['add', 'Adds all', '{}', 'write', undefined])).not.toBe(name)
  expect(nameDefinition(['add', 'Adds', '{}', 'write', { title: 'Pay' }])).not.toBe(name)
})
