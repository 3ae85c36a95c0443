import { expect, test } from 'vitest'
import { createDeskI18n } from './i18n.tsx'

test('a name keeps its direction in a sentence, and shows what is invisible in it', () => {
  const { t } = createDeskI18n('en')

  expect(t('thread.answer', { name: 'متجر', time: '14:05' })).toBe(
    'Answer of \u2068متجر\u2069, \u206814:05\u2069',
  )
  expect(t('thread.answer', { name: 'a\u202eb', time: '' })).toContain('a[U+202E]b')
})
