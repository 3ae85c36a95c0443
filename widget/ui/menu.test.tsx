import { act, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'
import { mount } from './mount.test-support.tsx'
import type { Mounted } from './mount.test-support.tsx'

let page: Mounted
const selected = vi.fn<(label: string) => void>()

const LABELS = ['Rename', 'Archive', 'Delete']

/** A button with a menu, and one elsewhere. */
function World() {
  const [trigger, setTrigger] = useState<HTMLElement | null>(null)
  const items = LABELS.map((label) => ({
    label,
    icon: null,
    onSelect: () => selected(`${label} at ${document.activeElement?.className ?? ''}`),
  }))
  return (
    <>
      <button type="button" className="trigger" onClick={(e) => setTrigger(e.currentTarget)}>
        {'…'}
      </button>
      {trigger && (
        <Menu trigger={trigger} label="x" items={items} onClose={() => setTrigger(null)} />
      )}
      <button type="button" className="other">
        {'…'}
      </button>
    </>
  )
}

const find = (selector: string) => page.container.querySelector<HTMLElement>(selector)
const focused = () => document.activeElement?.textContent
const press = async (key: string, init: KeyboardEventInit = {}) => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
  await act(async () => void document.activeElement?.dispatchEvent(event))
  return event
}

beforeEach(async () => {
  selected.mockReset()
  page = await mount(<World />)
  await act(async () => find('.trigger')!.click())
})
afterEach(() => page.unmount())

test('is a named menu with the focus on its first item (A44)', () => {
  expect(find('[role=menu]')?.getAttribute('aria-label')).toBe('x')
  expect(page.container.querySelectorAll('[role=menuitem]')).toHaveLength(3)
  expect(focused()).toBe('Rename')
})

test('arrow keys go round, Home and End to the ends, letters to a name (A44)', async () => {
  const visited: unknown[] = []
  for (const key of ['ArrowDown', 'End', 'ArrowDown', 'ArrowUp', 'Home', 'Á']) {
    await press(key)
    visited.push(focused())
  }
  expect(visited).toEqual(['Archive', 'Delete', 'Rename', 'Delete', 'Rename', 'Archive'])
  await press('d', { ctrlKey: true })
  expect(focused()).toBe('Archive')
})

test('an item under the pointer has the focus, and the arrow keys go on from it', async () => {
  const archive = find('[role=menuitem]:nth-child(2)')!
  await act(async () => {
    archive.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
  })
  expect(focused()).toBe('Archive')
  await press('ArrowDown')
  expect(focused()).toBe('Delete')
})

test('a choice closes it first, with the focus back at the trigger', async () => {
  await act(async () => find('[role=menuitem]:last-child')!.click())
  expect(selected.mock.calls).toEqual([['Delete at trigger']])
  expect(find('[role=menu]')).toBeNull()
  expect(document.activeElement).toBe(find('.trigger'))
})

test.each(['Escape', 'Tab'])('%s closes it, with the focus back at the trigger', async (key) => {
  const event = await press(key)
  expect(find('[role=menu]')).toBeNull()
  expect(document.activeElement).toBe(find('.trigger'))
  // Tab is not used up: it goes on from there.
  expect(event.defaultPrevented).toBe(key === 'Escape')
  expect(selected).not.toHaveBeenCalled()
})

test('a press elsewhere closes it, one inside does not', async () => {
  const down = (target: Element) =>
    act(async () => void target.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })))
  await down(find('[role=menuitem]')!)
  expect(find('[role=menu]')).not.toBeNull()
  await down(find('.other')!)
  expect(find('[role=menu]')).toBeNull()
})
