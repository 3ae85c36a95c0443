import { expect, test } from 'vitest'
import { readArrival } from './sign-in.ts'

/** A window at an address, and the addresses that replaced it. */
function openAt(address: string) {
  const replaced: string[] = []
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => void replaced.push(url),
  }
  const url = new URL(address)
  const arrival = readArrival(url as unknown as Location, history as unknown as History)
  return { arrival, replaced }
}

test('the token of a link leaves the address before anything else sees it', () => {
  expect(openAt('https://desk.example/desk/sign-in#token=abc-1_23')).toEqual({
    arrival: { type: 'link', token: 'abc-1_23' },
    replaced: ['/desk/'],
  })
})

test('the provider’s answer leaves the address, and is kept whole', () => {
  const url = 'https://desk.example/desk/openid?code=c&state=s'
  expect(openAt(url)).toEqual({ arrival: { type: 'openid', url }, replaced: ['/desk/'] })
})

test.each([
  'https://desk.example/desk/shop/home#section',
  'https://desk.example/desk/sign-in',
  'https://desk.example/desk/sign-in#token=',
])('%s asks for nothing', (address) => {
  expect(openAt(address)).toEqual({ arrival: { type: 'plain' }, replaced: [] })
})
