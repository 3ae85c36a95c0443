import { afterEach, expect, test } from 'vitest'
import { CitesContext } from '../../markdown/cited-text.tsx'
import { mount, type Mounted } from '../../ui/mount.test-support.tsx'
import { PlainText } from './answer-text.tsx'

let page: Mounted

afterEach(() => page.unmount())

test('has the direction of most of its letters', async () => {
  page = await mount(<PlainText text="React را نصب کنید" isStreaming={false} />)
  expect(page.container.querySelector('p')?.dir).toBe('rtl')
  await page.render(<PlainText text="Install ریاکت please" isStreaming={false} />)
  expect(page.container.querySelector('p')?.dir).toBe('ltr')
})

test('citations are numbers before the code for markdown has loaded, whole ones and half ones', async () => {
  const draw = (text: string, isStreaming: boolean, hasSources = true) => (
    <CitesContext value={hasSources ? (number) => <b>{number - 2}</b> : undefined}>
      <PlainText text={text} isStreaming={isStreaming} />
    </CitesContext>
  )
  page = await mount(draw('Thirty days[3][7]. Then[1', true))
  expect(page.container.textContent).toBe('Thirty days15. Then')
  expect(page.container.querySelectorAll('b')).toHaveLength(2)

  await page.render(draw('Thirty days[3]. Then[1', false))
  expect(page.container.textContent).toBe('Thirty days1. Then[1')
  // Positive control: an answer without sources may speak of `rows[3]`.
  await page.render(draw('rows[3], rows[', true, false))
  expect(page.container.textContent).toBe('rows[3], rows[')
})
