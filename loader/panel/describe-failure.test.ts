import { expect, test, vi } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import type { ErrorCode } from '../../shared/errors.ts'
import { describeFailure, describeForVisitors } from './describe-failure.ts'

const URL_OF_FRAME = new URL('https://chat.test/p/shop/frame')
const describeCode = (code: ErrorCode) =>
  describeFailure(new AlcoveError(code, 'terse'), URL_OF_FRAME)

test('a frame that did not answer has several causes, the likeliest first', () => {
  const { code, hint = '' } = describeCode('frame_timeout')

  expect(code).toBe('frame_timeout')
  const places = [
    location.origin,
    'hosts of project "shop"',
    'no project "shop"',
    'frame-src',
    URL_OF_FRAME.href,
  ].map((part) => hint.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('sites around the page are named with the page, where the browser asks about them', () => {
  vi.spyOn(window, 'top', 'get').mockReturnValue({} as Window)
  Object.assign(location, { ancestorOrigins: ['https://outer.test'] })
  const { hint } = describeCode('frame_timeout')
  Reflect.deleteProperty(location, 'ancestorOrigins')
  vi.restoreAllMocks()

  expect(hint).toContain(
    `1. https://outer.test or ${location.origin} is missing in hosts of project "shop"`,
  )
  expect(hint).toContain('This page stands in a frame of https://outer.test,')
  // Positive control: a page outside of any frame.
  expect(describeCode('frame_timeout').hint).not.toContain('in a frame of')
})

test('a frame that refused has one cause', () => {
  const { code, hint } = describeCode('origin_not_allowed')

  expect(code).toBe('origin_not_allowed')
  expect(hint).toBe(`Add ${location.origin} to hosts of project "shop" in alcove.config.ts.`)
})

test('a page whose policy blocks the frame learns which directive lacks which source', () => {
  expect(describeCode('frame_blocked_csp')).toMatchObject({
    code: 'frame_blocked_csp',
    hint: "The frame-src of this page's Content-Security-Policy does not list https://chat.test.",
  })
})

test('a page that the browser keeps from the local network is told what was refused, and so is its visitor', () => {
  const { message, hint } = describeCode('network_refused')
  expect(message).toBe('The browser did not let this page reach the chat.')
  expect(hint).toContain(`keeps ${location.origin} from the local network`)
  expect(describeForVisitors(describeCode('network_refused')).advice).toContain(
    'Access to the local network was refused.',
  )
})

test('a page without an origin of its own is told so, and not to allow it somewhere', () => {
  vi.stubGlobal('origin', 'null')
  const { code, message, hint } = describeCode('frame_timeout')
  vi.unstubAllGlobals()

  expect([code, message]).toEqual(['frame_timeout', 'The chat did not load.'])
  expect(hint).toMatch(/^This page has no origin/)
})

test('hosts of project default stand in a setting', () => {
  const url = new URL('https://chat.test/frame')
  const { hint } = describeFailure(new AlcoveError('origin_not_allowed', 'terse'), url)

  expect(hint).toBe(`Add ${location.origin} to ALCOVE_ALLOWED_ORIGINS of the service.`)
})

test.each<ErrorCode>(['version_skew', 'call_timeout', 'script_failed'])(
  '%s keeps its code and gets words',
  (code) => {
    expect(describeCode(code)).toMatchObject({
      code,
      message: expect.stringMatching(/\.$/),
      hint: expect.any(String),
    })
  },
)

test('what nobody knows better stays as it is', () => {
  const error = new AlcoveError('unavailable', 'The service is away', { hint: 'Wait' })

  expect(describeFailure(error, URL_OF_FRAME)).toBe(error)
})
