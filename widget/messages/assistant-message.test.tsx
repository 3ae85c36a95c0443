import { afterEach, expect, test } from 'vitest'
import { mount, type Mounted } from '../ui/mount.test-support.tsx'
import { PlainText } from './assistant-message.tsx'

let page: Mounted

afterEach(() => page.unmount())

test('has the direction of most of its letters', async () => {
  page = await mount(<PlainText text="React را نصب کنید" isStreaming={false} />)
  expect(page.container.querySelector('p')?.dir).toBe('rtl')
  await page.render(<PlainText text="Install ریاکت please" isStreaming={false} />)
  expect(page.container.querySelector('p')?.dir).toBe('ltr')
})
