import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { PackageOptions } from './alcove.ts'

const made: PackageOptions[] = []
const patches: unknown[] = []
// Test files share their modules, so this one imports copies that use the fake chat.
vi.resetModules()
vi.doMock('./alcove.ts', () => ({
  createChat: (options: PackageOptions) => {
    made.push(options)
    return {
      state: {},
      on: () => () => {},
      update: (patch: unknown) => Promise.resolve(patches.push(patch)),
      destroy: () => {},
    }
  },
}))
const { holdChat } = await import('./page-chat.ts')

afterAll(() => {
  vi.doUnmock('./alcove.ts')
  vi.resetModules()
})
afterEach(() => {
  made.length = 0
  patches.length = 0
})

const BASE = { baseUrl: 'https://chat.test' }

test('a proof that is made anew with each render changes nothing, and the newest is asked', async () => {
  const held = holdChat({ ...BASE, app: 'one', visitorProof: () => 'first' })
  const ask = made[0]!.visitorProof as () => Promise<string>
  expect(await ask()).toBe('first')

  held.follow({ ...BASE, app: 'one', visitorProof: () => Promise.resolve('second') })

  expect(await ask()).toBe('second')
  expect(patches).toEqual([])
  held.release()
})

test('a proof that is set and removed reaches the chat', async () => {
  const held = holdChat({ ...BASE, app: 'two' })
  expect(made[0]).not.toHaveProperty('visitorProof')

  held.follow({ ...BASE, app: 'two', visitorProof: 'a text' })
  held.follow({ ...BASE, app: 'two', visitorProof: () => 'a function' })
  held.follow({ ...BASE, app: 'two' })

  expect(patches).toEqual([
    { visitorProof: 'a text' },
    { visitorProof: expect.any(Function) },
    { visitorProof: undefined },
  ])
  held.follow({ ...BASE, app: 'two', visitorProof: () => 'again' })
  expect(patches).toHaveLength(4)
  const { visitorProof } = patches[1] as { visitorProof: () => Promise<string> }
  held.follow({ ...BASE, app: 'two', visitorProof: () => 'now' })
  expect(await visitorProof()).toBe('now')
  held.release()
})
