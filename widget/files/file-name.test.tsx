import { afterEach, expect, test } from 'vitest'
import { mount, type Mounted } from '../ui/mount.test-support.tsx'
import { FileName } from './file-name.tsx'

let page: Mounted

afterEach(() => page.unmount())

test.each([
  ['Latin', 'Quarterly results 2026.xlsx', '2026.xlsx'],
  ['Arabic, between words', 'تقرير المبيعات السنوي 2026.pdf', ' 2026.pdf'],
  ['Arabic, within a word', 'تقرير الربع الأول للمبيعات.pdf', '.pdf'],
  ['Syriac', `${'a'.repeat(9)}ܫܠܡܘܚܒܪܐ.pdf`, '.pdf'],
  ['a letter and its accent', `${'a'.repeat(12)}e\u0301bcd.xlsx`, 'bcd.xlsx'],
  ['a family', `${'a'.repeat(9)}👩\u200d👧cdef.pdf`, 'cdef.pdf'],
])('does not part what belongs together: %s', async (_, name, end) => {
  page = await mount(<FileName name={name} />)
  expect(page.container.querySelector('bdi')?.textContent).toBe(name)
  expect(page.container.querySelector('.file-name-end')?.textContent).toBe(end)
})

test('shows what nobody sees', async () => {
  page = await mount(<FileName name={'bill\u200b\u202efdp.exe'} />)
  expect(page.container.querySelector('bdi')?.textContent).toBe('bill[U+200B][U+202E]fdp.exe')
  expect(page.container.querySelector('bdi')?.title).toBe('bill[U+200B][U+202E]fdp.exe')
})

test.each([
  ['of 16 characters', 'a'.repeat(16), null],
  ['of 17 characters', 'a'.repeat(17), 'a'.repeat(9)],
  ['without a place to part it', 'ب'.repeat(17), null],
])('a name %s', async (_, name, end) => {
  page = await mount(<FileName name={name} />)
  expect(page.container.querySelector('.file-name-start')?.textContent).toBe(
    end === null ? name : name.slice(0, -end.length),
  )
  expect(page.container.querySelector('.file-name-end')?.textContent ?? null).toBe(end)
})
