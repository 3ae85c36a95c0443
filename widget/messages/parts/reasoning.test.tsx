import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { mount, type Mounted } from '../../ui/mount.test-support.tsx'
import { Reasoning, ReasoningPreviewContext } from './reasoning.tsx'

let page: Mounted

afterEach(() => page.unmount())

const thought = (text: string, isOpen: boolean, hasPreview = false) => (
  <ReasoningPreviewContext value={hasPreview}>
    <Reasoning parts={[{ type: 'reasoning', text }]} isOpen={isOpen} durationMs={undefined} />
  </ReasoningPreviewContext>
)
const preview = () => page.container.querySelector('.reasoning-preview')
const buttons = () => [...page.container.querySelectorAll('button')]
const click = (button: Element | undefined) => act(async () => (button as HTMLElement).click())

test('shows the last lines of a thought only while it goes on, and only where that is set (U56)', async () => {
  page = await mount(thought('One\nTwo', true))
  expect(preview()).toBeNull()
  await page.render(thought('One\nTwo', true, true))
  expect(preview()?.textContent).toBe('One\nTwo')
  expect(preview()?.getAttribute('aria-hidden')).toBe('true')
  await page.render(thought('One\nTwo', false, true))
  expect(preview()).toBeNull()
})

test('is whole, without a preview, once the user has opened it (A44, A60, U56)', async () => {
  page = await mount(thought('One', true, true))
  await click(buttons()[0])
  expect(preview()).toBeNull()
  expect(buttons()[0]?.getAttribute('aria-expanded')).toBe('true')
  await page.render(thought('One', false, true))
  expect(buttons()[0]?.getAttribute('aria-expanded')).toBe('true')
})

test.each([
  [600, 1],
  [601, 2],
])('a thought of %i characters has %i buttons, the second at its end', async (length, count) => {
  page = await mount(thought('x'.repeat(length), false))
  await click(buttons()[0])
  expect(buttons()).toHaveLength(count)
})

test('has the direction of most of its letters, also in the preview', async () => {
  page = await mount(thought('React را نصب کنید', true, true))
  expect(page.container.querySelector('p')?.dir).toBe('rtl')
  await click(buttons()[0])
  expect(preview()).toBeNull()
  expect(page.container.querySelector('p')?.dir).toBe('rtl')
})

test('folds from its end, and the focus goes to its line (U56)', async () => {
  page = await mount(thought('x'.repeat(601), false))
  await click(buttons()[0])
  await click(buttons()[1])
  expect(buttons()).toHaveLength(1)
  expect(document.activeElement).toBe(buttons()[0])
})
