import { expect, test } from 'vitest'
import { applyScheme } from './apply-scheme.ts'

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test('names the scheme on the root element and in the existing meta tag', () => {
  const page = parse('<head><meta name="color-scheme" content="light dark"></head>')

  applyScheme(page, 'dark')

  expect(page.documentElement.getAttribute('data-scheme')).toBe('dark')
  const metas = [...page.querySelectorAll('meta[name="color-scheme"]')]
  expect(metas.map((meta) => meta.getAttribute('content'))).toEqual(['dark'])
})

test('adds the meta tag where it is missing, and replaces an earlier scheme', () => {
  const page = parse('<head></head>')

  applyScheme(page, 'dark')
  applyScheme(page, 'light')

  expect(page.documentElement.getAttribute('data-scheme')).toBe('light')
  const metas = [...page.querySelectorAll('meta[name="color-scheme"]')]
  expect(metas.map((meta) => meta.getAttribute('content'))).toEqual(['light'])
})
