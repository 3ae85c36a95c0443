import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from '../ui/mount.test-support.tsx'
import { ScrollBox } from './scroll-box.tsx'
import { TabStopsContext } from './tab-stops-context.tsx'
import { mountMarkdown } from './testing/mount-markdown.tsx'

type Sizes = ReadonlyMap<string, number>
let resize: (sizes: Sizes) => void

/** The browser's observer, with widths from the test. */
beforeEach(() => {
  const observers = new Set<{ observed: Element[]; call: ResizeObserverCallback }>()
  class FakeResizeObserver implements ResizeObserver {
    readonly own: { observed: Element[]; call: ResizeObserverCallback }
    constructor(call: ResizeObserverCallback) {
      this.own = { observed: [], call }
      observers.add(this.own)
    }
    observe = (element: Element) => void this.own.observed.push(element)
    unobserve = () => {}
    disconnect = () => void observers.delete(this.own)
  }
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  resize = (sizes) => {
    for (const { observed, call } of observers) {
      const entries = observed.map((target) => {
        const width = sizes.get(target.localName) ?? 0
        return { target, contentRect: { width }, borderBoxSize: [{ inlineSize: width }] }
      })
      call(entries as unknown as ResizeObserverEntry[], {} as ResizeObserver)
    }
  }
})
afterEach(() => void vi.unstubAllGlobals())

const CASES = [
  ['```\nlong line\n```', 'pre', 'code'],
  ['| a |\n|---|\n| b |', '.md-table-scroll', 'table'],
] as const

test.each(CASES)('is a tab stop only while %j is wider than its box (U48)', (text, box, child) => {
  const mounted = mountMarkdown()
  mounted.show(text)
  const element = mounted.root.querySelector<HTMLElement>(box)
  const around = element?.localName ?? ''

  expect(element?.hasAttribute('tabindex')).toBe(false)
  act(() =>
    resize(
      new Map([
        [around, 300],
        [child, 301],
      ]),
    ),
  )
  expect(element?.hasAttribute('tabindex')).toBe(false)
  act(() =>
    resize(
      new Map([
        [around, 300],
        [child, 302],
      ]),
    ),
  )
  expect(element?.getAttribute('tabindex')).toBe('0')
  act(() =>
    resize(
      new Map([
        [around, 400],
        [child, 302],
      ]),
    ),
  )
  expect(element?.hasAttribute('tabindex')).toBe(false)
})

test.each(CASES)(
  'is a tab stop while %j still grows, without being measured',
  (text, box, child) => {
    const mounted = mountMarkdown()
    mounted.show(text.replace(/\n```$/, ''), { isStreaming: true, caret: <i /> })
    const element = mounted.root.querySelector<HTMLElement>(box)
    const fits = new Map([
      [element?.localName ?? '', 300],
      [child, 100],
    ])

    act(() => resize(fits))
    expect(element?.getAttribute('tabindex')).toBe('0')
    mounted.show(text)
    act(() => resize(fits))
    expect(element?.hasAttribute('tabindex')).toBe(false)
  },
)

test('is a tab stop only where the text around it offers its own', async () => {
  const box = (isOffered: boolean) => (
    <TabStopsContext value={isOffered}>
      <ScrollBox className="box" label="Code" isGrowing={false} as="pre">
        <code>long line</code>
      </ScrollBox>
    </TabStopsContext>
  )
  const page = await mount(box(false))
  const tabIndex = () => page.container.querySelector('.box')?.getAttribute('tabindex')

  act(() =>
    resize(
      new Map([
        ['pre', 300],
        ['code', 900],
      ]),
    ),
  )
  expect(tabIndex()).toBe('-1')
  await page.render(box(true))
  expect(tabIndex()).toBe('0')
  await page.unmount()
})
