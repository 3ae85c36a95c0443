import { expect, test } from 'vitest'
import { isOwnImage } from './is-own-image.ts'

test.each([
  ['data:image/png;base64,AAAA', true],
  ['data:image/svg+xml;base64,AAAA', false],
  ['data:text/html,<script>', false],
  ['https://chat.example/files/a.png', true],
  ['/files/a.png', true],
  ['https://chat.example.evil.test/a.png', false],
  ['https://evil.test/?q=secret', false],
  ['//evil.test/a.png', false],
  ['blob:https://chat.example/1-2', true],
  ['blob:https://evil.test/1-2', false],
  ['javascript:alert(1)', false],
  ['https://', false],
])('loads %s: %s', (address, isOwn) => {
  expect(isOwnImage(address, 'https://chat.example')).toBe(isOwn)
})
