import { expect, test } from 'vitest'
import { createNoCloud } from '../api/cloud.ts'
import { createBrowserDeps } from './browser-deps.ts'

/** A window with only the parts that the frame reads. The test can hide the tab and cut the network. */
function createFakeWindow() {
  const still = new Set<string>()
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible',
    documentElement: { hasAttribute: (name: string) => still.has(name) },
  })
  const reducedMotion = Object.assign(new EventTarget(), { matches: false })
  const beacons: string[] = []
  const navigator = { onLine: true, sendBeacon: (url: string) => beacons.push(url) > 0 }
  const page = Object.assign(new EventTarget(), {
    document,
    navigator,
    location: new URL('https://chat.example/frame/'),
    matchMedia: () => reducedMotion,
  })
  Object.defineProperty(page, 'localStorage', {
    get() {
      throw new DOMException('Blocked.', 'SecurityError')
    },
  })
  return {
    page: page as unknown as Window & typeof globalThis,
    document,
    still,
    reducedMotion,
    navigator,
    beacons,
  }
}

test('touches no storage before it is asked to', () => {
  const { page } = createFakeWindow()

  const deps = createBrowserDeps(page, 'https://chat.example')

  expect(() => deps.openStorage()).toThrow('Blocked.')
  expect(deps.locks).toBeUndefined()
})

test('has beacons for its own origin, and for no other', () => {
  const { page, beacons } = createFakeWindow()
  const depsOf = (base: string) => createBrowserDeps(page, base)

  expect(depsOf('https://chat.example/p/shop').sendBeacon?.('/x', new Blob())).toBe(true)
  expect(beacons).toEqual(['/x'])
  expect(depsOf('https://api.example').sendBeacon).toBeUndefined()
  expect(depsOf('').sendBeacon).toBeUndefined()
})

test('shows text at once in a hidden tab and under reduced motion, and tells of changes (2.36, A50, U54)', () => {
  const { page, document, still, reducedMotion } = createFakeWindow()
  const { pace } = createBrowserDeps(page, 'https://chat.example')
  let changes = 0
  const stop = pace.subscribe(() => (changes += 1))
  expect(pace.isImmediate()).toBe(false)

  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(pace.isImmediate()).toBe(true)
  document.visibilityState = 'visible'
  still.add('data-still')
  expect(pace.isImmediate()).toBe(true)
  still.clear()
  expect(pace.isImmediate()).toBe(false)
  reducedMotion.matches = true
  reducedMotion.dispatchEvent(new Event('change'))
  expect(pace.isImmediate()).toBe(true)
  expect(changes).toBe(2)

  stop()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(changes).toBe(2)
})

test('gives a page that is seen a task to draw in, and a hidden one none', async () => {
  const { page, document } = createFakeWindow()
  const tasks: (() => void)[] = []
  Object.assign(page, { setTimeout: (task: () => void) => tasks.push(task) })
  const { letDraw } = createBrowserDeps(page, 'https://chat.example')
  let drawn = 0

  const drawing = letDraw?.().then(() => (drawn += 1))
  await Promise.resolve()
  expect([tasks.length, drawn]).toEqual([1, 0])
  tasks[0]?.()
  await drawing
  expect(drawn).toBe(1)

  document.visibilityState = 'hidden'
  await letDraw?.()
  expect(tasks).toHaveLength(1)
})

test('tells when the line is cut and when it is back', () => {
  const { page, navigator } = createFakeWindow()
  const { connection } = createBrowserDeps(page, 'https://chat.example')
  const seen: boolean[] = []
  const stop = connection.subscribe(() => seen.push(connection.isOnline()))

  navigator.onLine = false
  page.dispatchEvent(new Event('offline'))
  navigator.onLine = true
  page.dispatchEvent(new Event('online'))
  stop()
  page.dispatchEvent(new Event('offline'))

  expect(seen).toEqual([false, true])
})

test('tells when a call may succeed again: the network is back, or the page is seen', () => {
  const { page, document, navigator } = createFakeWindow()
  const { wake } = createBrowserDeps(page, 'https://chat.example')
  let wakes = 0
  const reasons = new Set<string | undefined>()
  const stop = wake!.subscribe((reason) => {
    wakes += 1
    reasons.add(reason)
  })
  navigator.onLine = false
  expect(wake!.isOnline()).toBe(false)

  page.dispatchEvent(new Event('offline'))
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  expect(wakes).toBe(0)
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('resume'))
  page.dispatchEvent(new Event('pageshow'))
  page.dispatchEvent(new Event('online'))
  expect(wakes).toBe(4)
  expect([...reasons]).toEqual([undefined])

  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect([...reasons]).toEqual([undefined, 'restored'])
  wakes = 4

  stop()
  page.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('resume'))
  expect(wakes).toBe(4)
})

test('calls its base, or a supplied client in its place, and no server without either', async () => {
  const { page } = createFakeWindow()
  const supplied = createNoCloud

  expect(createBrowserDeps(page, 'https://chat.example').createCloud).toBeUndefined()
  expect(createBrowserDeps(page, 'https://chat.example', supplied).createCloud).toBe(supplied)
  expect(createBrowserDeps(page, '', () => createNoCloud()).createCloud).not.toBe(createNoCloud)
  expect(createBrowserDeps(page, '').createCloud).toBe(createNoCloud)
})

test.each([
  [{}, undefined],
  [
    { chatEndpoint: 'https://bot.example/turn' },
    { type: 'endpoint', url: 'https://bot.example/turn' },
  ],
  [{ assistant: 'sales' }, { type: 'assistant', assistantId: 'sales' }],
])('a project of %j is answered by %j', (project, answers) => {
  const { page } = createFakeWindow()

  expect(createBrowserDeps(page, 'https://chat.example', undefined, project).answers).toEqual(
    answers,
  )
})

test('answers of a preview come from its own address, unless the project has an endpoint', () => {
  const { page } = createFakeWindow()
  const [previewChat, chatEndpoint] = ['https://chat.example/preview/chat', 'https://bot.example']
  const answersOf = (project: object) => createBrowserDeps(page, '', undefined, project).answers

  expect(answersOf({ previewChat, assistant: 'sales' })).toEqual({
    type: 'endpoint',
    url: previewChat,
    isOurs: true,
  })
  expect(answersOf({ previewChat, chatEndpoint })).toEqual({ type: 'endpoint', url: chatEndpoint })
})
