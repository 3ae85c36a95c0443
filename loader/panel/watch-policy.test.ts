import { afterEach, expect, test, vi } from 'vitest'
import { watchPolicy } from './watch-policy.ts'

const FRAME = new URL('https://chat.test/p/shop/frame')

afterEach(() => void vi.unstubAllGlobals())

const violate = (fields: object) =>
  document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), fields))
const OURS = {
  effectiveDirective: 'frame-src',
  disposition: 'enforce',
  blockedURI: 'https://chat.test/p/shop/frame',
}

test.each([
  ['the frame', OURS, 1],
  ['its origin alone, as after a redirect', { ...OURS, blockedURI: 'https://chat.test' }, 1],
  ['a policy that only reports', { ...OURS, disposition: 'report' }, 0],
  ['another frame', { ...OURS, blockedURI: 'https://ads.test/' }, 0],
  ['a picture of the service', { ...OURS, effectiveDirective: 'img-src' }, 0],
])('hears of %s', (_, fields, count) => {
  const stop = new AbortController()
  const onBlocked = vi.fn()
  watchPolicy(FRAME, onBlocked, stop.signal)

  violate(fields)

  expect(onBlocked).toHaveBeenCalledTimes(count)
  stop.abort()
})

test('hears of what was kept out before, and of nothing after the end', () => {
  const disconnect = vi.fn()
  vi.stubGlobal(
    'ReportingObserver',
    class {
      readonly hear
      constructor(hear: (reports: readonly object[]) => void) {
        this.hear = hear
      }
      observe() {
        this.hear([{ body: { ...OURS, blockedURI: undefined, blockedURL: FRAME.href } }])
      }
      disconnect = disconnect
    },
  )
  const stop = new AbortController()
  const onBlocked = vi.fn()

  watchPolicy(FRAME, onBlocked, stop.signal)
  expect(onBlocked).toHaveBeenCalledTimes(1)

  stop.abort()
  violate(OURS)
  expect(onBlocked).toHaveBeenCalledTimes(1)
  expect(disconnect).toHaveBeenCalledTimes(1)
})
