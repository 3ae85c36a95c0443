import { afterEach, expect, test, vi } from 'vitest'
import { AutoGrowTextarea } from './auto-grow-textarea.tsx'
import { mount, type Mounted } from './mount.test-support.tsx'

const LINE_PX = 20
let page: Mounted

afterEach(async () => {
  await page.unmount()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A field in a browser with or without `field-sizing`. */
async function mountField(hasFieldSizing: boolean) {
  vi.stubGlobal('CSS', { supports: () => hasFieldSizing })
  vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockImplementation(function (
    this: HTMLTextAreaElement,
  ) {
    // Like browsers: never less than the field's content.
    const set = Number.parseFloat(this.style.blockSize) || 0
    return Math.max(set, this.value.split('\n').length * LINE_PX)
  })
  const field = (value: string) => <AutoGrowTextarea value={value} readOnly />
  page = await mount(field('one'))
  return {
    show: (value: string) => page.render(field(value)),
    size: () => page.container.querySelector('textarea')?.style.blockSize,
  }
}

test('a field grows with its text, and shrinks with it (2.5, U32)', async () => {
  const { show, size } = await mountField(false)
  expect(size()).toBe('20px')

  await show('one\ntwo\nthree')
  expect(size()).toBe('60px')

  await show('one\ntwo')
  expect(size()).toBe('40px')
})

test('a browser that can size a field by itself is left to it (U32)', async () => {
  const { show, size } = await mountField(true)

  await show('one\ntwo\nthree')

  expect(size()).toBe('')
})
