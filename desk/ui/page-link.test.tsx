import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { PageLink } from './page-link.tsx'

/** A link to a conversation whose ids have to be encoded, and the router that it moves. */
function draw() {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  const router = createRouter({
    routeTree: createRootRoute(),
    basepath: '/desk',
    history: createMemoryHistory({ initialEntries: ['/desk/shop/conversations'] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => `?${new URLSearchParams(search as Record<string, string>)}`,
  })
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  onTestFinished(() => {
    act(() => root.unmount())
    element.remove()
  })
  act(() =>
    root.render(
      <RouterContextProvider router={router}>
        <PageLink path={['shop', 'conversations', 'a b/c']} search={{ rating: 'bad' }}>
          Open
        </PageLink>
      </RouterContextProvider>,
    ),
  )
  const link = element.querySelector('a')!
  const press = (init: MouseEventInit = {}) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init })
    act(() => void link.dispatchEvent(event))
    return event
  }
  return { link, press, router }
}

test('its address is one that a person may copy', () => {
  expect(draw().link.getAttribute('href')).toBe('/desk/shop/conversations/a%20b%2Fc?rating=bad')
})

test('a press moves the router, and the browser stays', async () => {
  const { press, router } = draw()

  expect(press().defaultPrevented).toBe(true)

  await expect
    .poll(() => router.history.location.href)
    .toBe('/desk/shop/conversations/a%20b%2Fc?rating=bad')
})

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { shiftKey: true },
  { altKey: true },
  { button: 1 },
])('a press with %o is the browser’s', (init) => {
  const { press, router } = draw()

  expect(press(init).defaultPrevented).toBe(false)

  expect(router.history.location.pathname).toBe('/desk/shop/conversations')
})
